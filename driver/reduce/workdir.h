// A private directory for temporary files, and its removal.
#ifndef DRIVER_REDUCE_WORKDIR_H
#define DRIVER_REDUCE_WORKDIR_H

#include "ir/core/context.h"

// Makes a directory that only this user can read, under $TMPDIR or /tmp; free `path` with ir_free.
IR_CHECKED IrStatus reduce_workdir_make(IrContext *ctx, char **path);
// Removes it with everything in it; what cannot be removed stays.
void reduce_workdir_remove(const char *path);
// Writes or reads a whole file; false when that fails.
bool reduce_file_write(const char *path, IrStr text);
bool reduce_file_read(const char *path, IrStream *text);

#endif
