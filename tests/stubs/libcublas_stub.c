// A cuBLAS that multiplies nothing, to stand beside libcuda_stub.c.
//
//   TEGULA_STUB_FAIL=cublasGemmEx=15   functions that return these errors
//   TEGULA_STUB_TRACE=1                print the products asked for to standard error
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STUB(result, name, params) \
  __attribute__((visibility("default"))) result name params; \
  __attribute__((visibility("default"))) result name params

static int fails(const char *function) {
  const char *list = getenv("TEGULA_STUB_FAIL");
  const char *at = list ? strstr(list, function) : NULL;
  return at && at[strlen(function)] == '=' ? atoi(at + strlen(function) + 1) : 0;
}

static char handle;

STUB(int, cublasCreate_v2, (void **to)) {
  *to = &handle;
  return fails("cublasCreate");
}

STUB(int, cublasDestroy_v2, (void *of)) {
  return of != &handle;
}

STUB(int, cublasGetVersion_v2, (void *of, int *version)) {
  *version = 130000;
  return of != &handle;
}

STUB(int, cublasSetStream_v2, (void *of, void *stream)) {
  (void)stream;
  return of != &handle;
}

STUB(int, cublasSetWorkspace_v2, (void *of, void *workspace, size_t bytes)) {
  return of != &handle || !workspace || bytes < ((size_t)32 << 20);
}

STUB(const char *, cublasGetStatusName, (int status)) {
  return status == 15 ? "CUBLAS_STATUS_NOT_SUPPORTED" : "CUBLAS_STATUS_OTHER";
}

STUB(const char *, cublasGetStatusString, (int status)) {
  return status == 15 ? "the requested functionality is not supported" : "other";
}

STUB(int, cublasGemmEx,
     (void *of, int ta, int tb, int m, int n, int k, const void *alpha, const void *a, int a_type,
      int lda, const void *b, int b_type, int ldb, const void *beta, void *c, int c_type, int ldc,
      int compute, int algorithm)) {
  (void)alpha, (void)a, (void)b, (void)beta, (void)c, (void)algorithm;
  static int traced;
  if (getenv("TEGULA_STUB_TRACE") && !traced++)
    fprintf(stderr, "stub: cublasGemmEx %c%c %dx%dx%d ld %d %d %d types %d %d %d compute %d\n",
            ta ? 'T' : 'N', tb ? 'T' : 'N', m, n, k, lda, ldb, ldc, a_type, b_type, c_type,
            compute);
  return of != &handle ? 7 : fails("cublasGemmEx");
}
