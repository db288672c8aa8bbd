import { expect } from 'chai';
import { encodeTrial } from '../../../../src/engine/quality/search/encode-trial.ts';
import type { SearchTask } from '../../../../src/engine/quality/search/search-task.ts';
import type { EncoderOptions } from '../../../../src/engine/race/run-encoder.ts';
import type { Encoder } from '../../../../src/image/encoder.ts';
import { lossyPngProgram } from '../../../../src/tools/own-programs.ts';
import { adaptiveConfig } from '../../../support/image/encoder-table.ts';

const own = adaptiveConfig.encoders['lossy-png'] ?? expect.fail('lossy-png is configured');

describe('encodeTrial', () => {
  type Asked = Readonly<{ encoder?: Encoder; path?: string; pixels?: number; value?: number }>;

  /** The program that ran, or what the process that scores was asked for. */
  const workFor = async ({
    encoder = own,
    path = lossyPngProgram,
    pixels = 1000,
    value = 25,
  }: Asked): Promise<unknown> => {
    let work: unknown;
    const runner = {
      run: async ({ args }: Readonly<{ args: readonly string[] }>) => {
        work = args;
        return 'done';
      },
    };
    const measurer = {
      make: async (product: object, files: object) => {
        work = { ...product, ...files };
        return true;
      },
    };
    const tools = new Map([['lossy-png', { name: 'lossy-png', path, version: '1' }]]);
    const table = { encoders: { 'lossy-png': encoder }, types: {} };
    const plan = { width: pixels, height: 1 };
    const job = { plan, folder: { path: '/job' }, facts: {}, client: {}, endBy: 0 };
    const run = { name: 'lossy-png', input: 'in.png', output: 'out.png' };
    const setting = { value, variant: undefined };
    const { verdict } = await encodeTrial(
      { runner, table, tools, maxWaitMs: 1 } as unknown as EncoderOptions,
      { encoder, job, measurer } as unknown as SearchTask,
      { ...run, setting },
    );
    expect(verdict).to.equal('done');
    return work;
  };

  it('asks the process that scores for trials of lossy-png', async () => {
    const request = { kind: 'lossy-png', quality: 25, input: 'in.png', output: 'out.png' };
    expect(await workFor({})).to.deep.equal(request);
    expect(await workFor({ pixels: 8_000_000 })).to.deep.equal(request);
  });

  const programs: readonly (readonly [string, Asked])[] = [
    ['another program of that name', { path: '/usr/local/bin/lossy-png' }],
    ['a picture for which that process has too little memory', { pixels: 8_000_001 }],
    ['a quality that the program refuses', { value: 101 }],
    ['other arguments', { encoder: { ...own, command: [...own.command, 'more'] } }],
    [
      'arguments in another order',
      { encoder: { ...own, command: ['lossy-png', '{quality}', '{output}', '{input}'] } },
    ],
  ];
  for (const [title, asked] of programs) {
    it(`runs the program for ${title}`, async () => {
      expect(await workFor(asked))
        .to.be.an('array')
        .that.includes('in.png');
    });
  }
});
