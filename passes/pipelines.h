// Named pipelines; see pipelines.c.
#ifndef PASSES_PIPELINES_H
#define PASSES_PIPELINES_H

#include "ir/pass/pass.h"

extern const IrPipelineDef tile_to_thread_level;

#endif
