import { expect } from 'chai';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { encodeTrial } from '../../../../src/engine/quality/search/encode-trial.ts';
import type { SearchTask } from '../../../../src/engine/quality/search/search-task.ts';
import type { EncoderOptions } from '../../../../src/engine/race/run-encoder.ts';
import type { Encoder } from '../../../../src/image/encoder.ts';
import { lossyPngProgram } from '../../../../src/tools/own-programs.ts';
import type { ToolUse } from '../../../../src/tools/tool-runner.ts';
import { riffChunk, vp8, vp8x, vp8xFlags, webpOf } from '../../../support/image/builders.ts';
import { adaptiveConfig } from '../../../support/image/encoder-table.ts';
import { temporaryFolders } from '../../../support/temporary-folders.ts';

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

  const inFolder = temporaryFolders();
  const alpha = Uint8Array.of(1, 2, 3);
  const withAlpha = webpOf(vp8x(vp8xFlags.alpha, 4, 3), riffChunk('ALPH', alpha), vp8(4, 3));
  const colours = webpOf(vp8(4, 3));
  const runs: readonly (readonly [string, object, Buffer, readonly string[]])[] = [
    ['runs the command for planes', { readsPlanes: true }, colours, ['planes']],
    [
      'gives what that makes the alpha of the picture',
      { readsPlanes: true, transparency: { input: 'source.png', alpha } },
      withAlpha,
      ['planes'],
    ],
    ['runs the usual command for other files', {}, colours, ['usual']],
  ];
  for (const [title, fields, expected, args] of runs) {
    it(title, async () => {
      const commands = { command: ['x', 'usual'], planesCommand: ['x', 'planes'] };
      const encoder = { ...commands, produces: 'image/webp' };
      let ran: readonly string[] = [];
      const runner = {
        run: async ({ args: given, output = '' }: ToolUse) => {
          ran = given;
          writeFileSync(inFolder(output), colours);
          return 'done';
        },
      };
      const job = { folder: { file: inFolder }, plan: {}, facts: {} };
      const tools = new Map([['x', {}]]);
      const { verdict } = await encodeTrial(
        { runner, tools, table: { encoders: { x: encoder } } } as unknown as EncoderOptions,
        { encoder, job, ...fields } as unknown as SearchTask,
        { name: 'x', input: 'in', output: 'out.webp', setting: undefined },
      );
      expect([verdict, ran]).to.deep.equal(['done', args]);
      expect(readdirSync(inFolder('.'))).to.deep.equal(['out.webp']);
      expect(readFileSync(inFolder('out.webp')).equals(expected)).to.equal(true);
    });
  }

  it('makes no file where the encoder of planes declines', async () => {
    const encoder = { command: ['x'], planesCommand: ['x'], produces: 'image/webp' };
    const options = { table: { encoders: { x: encoder } }, tools: new Map([['x', {}]]) };
    const runner = { run: async () => 'declined' };
    const job = { folder: { file: inFolder }, plan: {}, facts: {} };
    const transparency = { input: 'source.png', alpha };
    const { verdict } = await encodeTrial(
      { ...options, runner } as unknown as EncoderOptions,
      { encoder, job, readsPlanes: true, transparency } as unknown as SearchTask,
      { name: 'x', input: 'in', output: 'out.webp', setting: undefined },
    );
    expect([verdict, readdirSync(inFolder('.'))]).to.deep.equal(['declined', []]);
  });
});
