import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Prints the packages that a file of ours loads, as they are asked for. */
const listing = (file: string): string => `
import { registerHooks } from 'node:module';
const seen = new Set();
registerHooks({
  resolve: (name, context, next) => {
    const found = next(name, context);
    const [, ours] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(found.url) ?? [];
    if (ours !== undefined) seen.add(ours);
    return found;
  },
});
await import('./${file}');
console.log(JSON.stringify([...seen]));
`;

const packagesOf = async (file: string): Promise<readonly string[]> => {
  const args = ['--input-type=module', '--eval', listing(file)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return JSON.parse(stdout) as readonly string[];
};

describe('the start of the service', () => {
  it('loads nothing of storage that the first upload could load', async () => {
    const packages = await packagesOf('src/compose.ts');
    expect(packages).to.include('koa');
    expect(packages.filter((name) => /aws|smithy|google/.test(name))).to.deep.equal([]);
  });

  it('loads nothing of storage for outputs in files', async () => {
    const packages = await packagesOf('test/support/outputs/open-file-outputs.ts');
    expect(packages).to.include('lru-cache');
    expect(packages.filter((name) => /aws|smithy|google|redis/.test(name))).to.deep.equal([]);
  });

  it('does not load the WebSocket of Node, which an import of http does', async () => {
    const modulesAfter = async (code: string): Promise<string> => {
      const print = `${code}; console.log(process.moduleLoadList.join())`;
      const args = ['--input-type=module', '--eval', print];
      return (await promisify(execFile)(process.execPath, args, { cwd: root })).stdout;
    };
    const webSocket = 'internal/deps/undici';
    expect(await modulesAfter("await import('node:http')")).to.contain(webSocket);
    const loaded = await modulesAfter("await import('./src/compose.ts')");
    expect(loaded).to.contain('NativeModule http2');
    expect(loaded).not.to.contain(webSocket);
  });

  it('loads nothing that the first image or the first JSON could load', async () => {
    const packages = await packagesOf('src/compose.ts');
    expect(packages.filter((name) => ['file-type', 'koa-body'].includes(name))).to.deep.equal([]);
  });
});

describe("the operator's command", () => {
  it('loads no package of a log, a service or a process before it knows what to do', async () => {
    const packages = await packagesOf('src/cli/main.ts');
    expect(packages).to.include('leven');
    expect(packages.filter((name) => ['pino', 'koa', 'execa'].includes(name))).to.deep.equal([]);
  });
});
