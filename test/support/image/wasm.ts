import { readFileSync } from 'node:fs';
import { createWasm, type Wasm } from '../../../src/image/wasm/wasm.ts';

/** The compiled pixel loops. */
export const wasmFile = new URL('../../../src/image/wasm/pixel-loops.wasm', import.meta.url);

/** Wasm with a memory of their own. */
export const testWasm = (): Wasm => createWasm(readFileSync(wasmFile));
