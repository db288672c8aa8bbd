import { expect } from 'chai';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import {
  type EncoderOptions,
  type MakeBuiltin,
  runEncoder,
} from '../../../src/engine/race/run-encoder.ts';
import type { JpegBlocks } from '../../../src/image/facts.ts';
import type { Job } from '../../../src/engine/job.ts';
import { qtablesText } from '../../../src/image/jpeg/quantisation-tables.ts';
import type { ToolUse } from '../../../src/tools/tool-runner.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

describe('runEncoder', () => {
  const file = temporaryFolders();

  it('writes quantisation tables where no link leads', async () => {
    await writeFile(file('outside'), 'kept');
    await symlink(file('outside'), file('output.qtables'));
    const options = {
      table: { encoders: { tabled: { command: ['cjpeg'], scale: 50 } } },
      tools: new Map([['tabled', {}]]),
      runner: { run: () => Promise.reject(new Error('the encoder has run')) },
    } as unknown as EncoderOptions;
    const run = { name: 'tabled', input: 'input', output: 'output', setting: undefined };
    const job = { folder: { file }, plan: { candidates: [] } } as unknown as Job;
    const running = runEncoder(options, job, run);
    expect(await rejectionOf(running)).to.include({ code: 'ELOOP' });
    expect(await readFile(file('outside'), 'utf8')).to.equal('kept');
  });

  const coarse = Array.from({ length: 64 }, () => 9);
  const blocks: JpegBlocks = { steps: [coarse, coarse, coarse], colour: 'halved' };
  for (const [title, variant, from, expected] of [
    ['half the colour', '2x2', 'image/x-portable-pixmap', {}],
    ['all colour', '1x1', 'image/x-portable-pixmap', { hasFullColour: true }],
    ['a JPEG that it reads', '2x2', 'source', { source: blocks }],
  ] as const) {
    it(`writes quantisation tables for ${title}`, async () => {
      const encoder = { command: ['cjpeg'], scale: 3 };
      const options = {
        table: { encoders: { tabled: encoder, other: encoder } },
        tools: new Map([['tabled', {}]]),
        runner: { run: () => Promise.resolve('done') },
      } as unknown as EncoderOptions;
      const candidates = [
        { chain: ['other'], from: 'source' },
        { chain: ['tabled'], from },
      ];
      const facts = { mediaType: 'image/jpeg', blocks };
      const job = { folder: { file }, facts, plan: { candidates } } as unknown as Job;
      const setting = { value: 2.5, variant };
      await runEncoder(options, job, { name: 'tabled', input: 'in', output: 'made', setting });
      expect(await readFile(file('made.qtables'), 'utf8')).to.equal(qtablesText(2.5, expected));
    });
  }

  const webp = { mediaType: 'image/webp', lossless: false };
  const commands = {
    produces: 'image/webp',
    command: ['x', 'usual'],
    quickCommand: ['x', 'quick'],
    lossySourceCommand: ['x', 'lossy source'],
  };
  const hurried = { ...commands, pressureCommand: ['x', 'pressed'] };
  for (const [title, run, expected] of [
    ['a lossy source of the type that it produces', {}, 'lossy source'],
    ['such a source quickly', { options: { isQuick: true } }, 'lossy source'],
    ['such a source under pressure', { options: { isPressed: true }, encoder: hurried }, 'pressed'],
    ['a lossless source', { facts: { ...webp, lossless: true } }, 'usual'],
    ['a source of another type', { facts: { mediaType: 'image/jpeg', lossless: false } }, 'usual'],
    ['the pixels of such a source', { input: 'pixels.png' }, 'usual'],
  ] as const) {
    it(`runs its command for ${title}`, async () => {
      const { facts = webp, input = 'source.webp', encoder = commands, options = {} } = run as Ran;
      let ran: readonly string[] = [];
      const runner = { run: ({ args }: ToolUse) => Promise.resolve(void (ran = args)) };
      const table = { encoders: { x: encoder } };
      const all = { table, tools: new Map([['x', {}]]), runner, ...options };
      const job = { folder: { file }, facts, plan: {} } as unknown as Job;
      const asked = { name: 'x', input, output: 'output', setting: undefined };
      await runEncoder(all as unknown as EncoderOptions, job, asked);
      expect(ran).to.deep.equal([expected]);
    });
  }

  for (const [title, fields, hasAlpha, background, expected] of [
    [
      'a transparent picture, whose alpha takes long',
      { alphaCommand: ['x'] },
      true,
      undefined,
      'quick',
    ],
    ['an opaque one', { alphaCommand: ['x'] }, false, undefined, 'usual'],
    ['one whose transparency is filled', { alphaCommand: ['x'] }, true, [0, 0, 0], 'usual'],
    ['an encoder of which alpha is not taken apart', {}, true, undefined, 'usual'],
  ] as const) {
    it(`runs the ${expected} command for ${title}`, async () => {
      const ran: (readonly string[])[] = [];
      const runner = { run: async ({ args }: ToolUse) => void ran.push(args) };
      const table = { encoders: { x: { ...commands, ...fields } } };
      const options = { table, tools: new Map([['x', {}]]), runner } as unknown as EncoderOptions;
      const facts = { mediaType: 'image/png', hasAlpha };
      const job = { folder: { file }, facts, plan: { background } } as unknown as Job;
      const run = { name: 'x', input: 'source.png', output: 'output', setting: undefined };
      await runEncoder(options, job, run);
      expect(ran).to.deep.equal([[expected]]);
    });
  }

  it('has what is built in made with the setting, or else that of the configuration, by no tool', async () => {
    const asked: unknown[] = [];
    const makeBuiltin: MakeBuiltin = async (_, product, files) => {
      asked.push({ ...product, ...files });
      return { verdict: 'declined', milliseconds: 3 };
    };
    const table = { encoders: { x: { builtin: 'lossy-png', quality: 22 } } };
    const options = { table, tools: new Map(), makeBuiltin } as unknown as EncoderOptions;
    for (const setting of [{ value: 30, variant: undefined }, undefined]) {
      const run = { name: 'x', input: 'in.png', output: 'out.png', setting };
      expect(await runEncoder(options, {} as Job, run)).to.deep.equal({
        verdict: 'declined',
        milliseconds: 3,
      });
    }
    const files = { kind: 'lossy-png', input: 'in.png', output: 'out.png' };
    expect(asked).to.deep.equal([
      { ...files, quality: 30 },
      { ...files, quality: 22 },
    ]);
  });

  it('runs another of its commands with the size of the picture, whatever the haste', async () => {
    const ran: (readonly string[])[] = [];
    const runner = { run: async ({ args }: ToolUse) => void ran.push(args) };
    const table = { encoders: { x: hurried } };
    const options = { table, tools: new Map([['x', {}]]), runner, isQuick: true, isPressed: true };
    const job = { folder: { file }, facts: webp, plan: { width: 30, height: 20 } };
    const setting = { value: 80, variant: undefined };
    const command = ['x', '{width}x{height}', '{input}', '{quality}'];
    const run = { name: 'x', input: 'planes.yuv', output: 'output', setting, command };
    await runEncoder(options as unknown as EncoderOptions, job as unknown as Job, run);
    expect(ran).to.deep.equal([['30x20', 'planes.yuv', '80']]);
  });
});

/** What differs from an unhurried run on a lossy source. */
type Ran = Readonly<{ facts?: object; input?: string; encoder?: object; options?: object }>;
