import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { temporaryFolders } from '../support/temporary-folders.ts';

const module = fileURLToPath(new URL('../../src/cli/favour-memory.ts', import.meta.url));

describe('favouring memory', () => {
  const inFolder = temporaryFolders();
  const printed = (...args: readonly string[]): string =>
    execFileSync(process.execPath, [...args], {
      encoding: 'utf8',
      env: { ...process.env, NODE_COMPILE_CACHE: inFolder('compiled') },
    }).trim();
  const tag = 'v8.cachedDataVersionTag()';
  const favoured = `import { favourMemory } from ${JSON.stringify(module)}; favourMemory();`;
  const evaluated = (text: string): string =>
    printed('--input-type=module', '-e', `import v8 from 'node:v8'; ${favoured} ${text}`);

  it('is as the flags of a start', () => {
    const flags = printed('--optimize-for-size', '--heap-growing-percent=20', '-p', tag);
    expect(evaluated(`console.log(${tag})`)).to.equal(flags);
    expect(printed('-p', tag)).not.to.equal(flags);
  });

  it('keeps what has been compiled, also of a process that is killed', () => {
    const killed = `process.kill(process.pid, 'SIGKILL')`;
    expect(() => evaluated(killed)).to.throw();
    const kept = readdirSync(inFolder('compiled'), { recursive: true });
    expect(kept.length).to.be.above(1);
  });
});
