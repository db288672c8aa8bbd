/**
 * The process that works on pixels: it measures results, makes lossy PNGs and planes, repeats and merges colours of
 * palettes, and searches pictures for the object of a thumbnail. In the server this would fill memory and delay other
 * requests. Each message to it is a request, each message of it an answer. The first one of it says that it is ready. It
 * ends when its channel for messages closes.
 */
import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { createWasm } from '../../image/wasm/wasm.ts';
import { isSimdSupported } from '../../simd.ts';
import { readyMessage, type ScorerRequest } from './protocol.ts';
import { createScorerWork } from './work.ts';

const wasmFile = new URL('../../image/wasm/pixel-loops.wasm', import.meta.url);
const answerTo = createScorerWork(() =>
  isSimdSupported() ? createWasm(readFileSync(wasmFile)) : undefined,
);

process.send?.(readyMessage);
// Node writes it when a process exits, and this one is killed.
flushCompileCache();

process.on('message', (request: ScorerRequest) => process.send?.(answerTo(request)));
