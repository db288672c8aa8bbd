import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolders } from '../support/temporary-folders.ts';

const program = fileURLToPath(new URL('../support/state/loaded-packages.ts', import.meta.url));

describe('packages that few services need', () => {
  const inFolder = temporaryFolders();
  const loaded = async (...args: string[]): Promise<readonly string[]> =>
    (await promisify(execFile)(process.execPath, [program, ...args])).stdout.split('\n');
  // prom-client loads @opentelemetry/api.
  const ofFew = ['@redis/client', '@opentelemetry/sdk-trace', '@opentelemetry/otlp-transformer'];
  const isOfFew = (name: string): boolean => ofFew.includes(name);

  it('are loaded by what needs them', async () => {
    expect(await loaded('data/open-redis-data.ts')).to.include('@redis/client');
    expect(await loaded('telemetry/otel-tracing.ts')).to.include.members(ofFew.slice(1));
  });

  it('are not loaded by a service with files and without traces, or the command line', async () => {
    const byService = await loaded('compose.ts', inFolder('service'));
    expect(byService).to.include('koa');
    expect(byService.filter(isOfFew)).to.deep.equal([]);
    // Its launcher starts the processes.
    expect(byService).not.to.include('execa');
    expect((await loaded('cli/main.ts')).filter(isOfFew)).to.deep.equal([]);
  });
});
