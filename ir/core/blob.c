// Blobs by key; see blob.h.
#include "ir/core/blob.h"

#include "ir/core/context_impl.h"

#include <stdio.h>

typedef struct IrBlob {
  IrStr text;
} IrBlob;

struct IrBlobs {
  IrPtrMap by_key; // string attribute -> IrBlob
};

static IrBlob *find(IrContext *ctx, IrAttr key) {
  return ctx->blobs ? ir_ptrmap_get(&ctx->blobs->by_key, key) : NULL;
}

static IrBlob *make(IrContext *ctx, IrAttr key) {
  if (!ctx->blobs) ctx->blobs = ir_calloc(1, sizeof *ctx->blobs);
  IrBlob *blob = IR_NEW_ARRAY(&ir_local(ctx)->arena, IrBlob, 1);
  *blob = (IrBlob){{0}};
  ir_ptrmap_set(&ctx->blobs->by_key, key, blob);
  return blob;
}

// Whether the blob may stand for the text; it takes the text when it had none.
static bool takes(IrBlob *blob, IrStr text) {
  if (!text.len) return true;
  if (!blob->text.len) blob->text = text;
  return ir_str_equal(blob->text, text);
}

static IrAttr suffixed(IrContext *ctx, IrStr wanted, unsigned n) {
  IrStream name = {0};
  ir_print(&name, "{}_{}", wanted, n);
  IrAttr key = ir_attr_string(ctx, ir_stream_str(&name));
  ir_stream_free(&name);
  return key;
}

IrAttr ir_blob_add(IrContext *ctx, IrStr wanted, IrStr text) {
  IrAttr key = ir_attr_string(ctx, wanted);
  ir_lock(&ctx->blob_lock, ctx->shared);
  for (unsigned n = 1;; n++) {
    IrBlob *blob = find(ctx, key);
    if (takes(blob ? blob : make(ctx, key), text)) break;
    key = suffixed(ctx, wanted, n);
  }
  ir_unlock(&ctx->blob_lock, ctx->shared);
  return key;
}

IrStr ir_blob_text(IrContext *ctx, IrAttr key) {
  ir_lock(&ctx->blob_lock, ctx->shared);
  IrBlob *blob = find(ctx, key);
  IrStr text = blob ? blob->text : (IrStr){0};
  ir_unlock(&ctx->blob_lock, ctx->shared);
  return text;
}

void ir_blobs_free(IrContext *ctx) {
  if (!ctx->blobs) return;
  ir_ptrmap_free(&ctx->blobs->by_key);
  ir_free(ctx->blobs);
}
