// A mutex that is taken only while a context is shared among threads: one thread alone pays one
// branch.
#ifndef IR_SUPPORT_LOCK_IMPL_H
#define IR_SUPPORT_LOCK_IMPL_H

#include <pthread.h>

#include "ir/support/base.h"

typedef struct IrLock {
  pthread_mutex_t mutex;
} IrLock;

static inline void ir_lock_init(IrLock *lock) {
  if (pthread_mutex_init(&lock->mutex, NULL)) IR_UNREACHABLE("no mutex to be had");
}
// A thread that holds it may take it again.
static inline void ir_lock_init_recursive(IrLock *lock) {
  pthread_mutexattr_t attr;
  if (pthread_mutexattr_init(&attr) || pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE) ||
      pthread_mutex_init(&lock->mutex, &attr))
    IR_UNREACHABLE("no mutex to be had");
  (void)pthread_mutexattr_destroy(&attr);
}
static inline void ir_lock_destroy(IrLock *lock) {
  (void)pthread_mutex_destroy(&lock->mutex);
}
static inline void ir_lock(IrLock *lock, bool shared) {
  if (shared && pthread_mutex_lock(&lock->mutex)) IR_UNREACHABLE("a mutex is not to be had");
}
static inline void ir_unlock(IrLock *lock, bool shared) {
  if (shared && pthread_mutex_unlock(&lock->mutex)) IR_UNREACHABLE("a mutex is not held");
}

#endif
