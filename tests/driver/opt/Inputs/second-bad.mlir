func.func @a() { return }

// -----

func.func @b() { return %undefined : i32 }
