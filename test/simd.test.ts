import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isSimdSupported } from '../src/simd.ts';
import { wasmFile } from './support/image/wasm.ts';

describe('isSimdSupported', () => {
  it('is true where the compiled pixel loops can be run', () => {
    expect(isSimdSupported()).to.equal(WebAssembly.validate(readFileSync(wasmFile)));
  });

  // Only on this kind of processor can V8 be made to do without SIMD.
  (process.arch === 'x64' ? it : it.skip)('is false on a processor without SIMD', () => {
    const module = fileURLToPath(new URL('../src/simd.ts', import.meta.url));
    const script = `console.log((await import(${JSON.stringify(module)})).isSimdSupported())`;
    const args = ['--no-enable-sse4-1', '--input-type=module', '--eval', script];
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).to.equal('false\n');
  });
});
