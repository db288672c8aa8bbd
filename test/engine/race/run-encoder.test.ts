import { expect } from 'chai';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import {
  type EncoderOptions,
  type EncoderRun,
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

  const lists = { effort: {}, from: {}, exit: {}, damaged: [] };
  const tabled = { ...lists, command: ['cjpeg', '{qtables}'] };

  it('writes quantisation tables where no link leads', async () => {
    await writeFile(file('outside'), 'kept');
    await symlink(file('outside'), file('output.qtables'));
    const options = {
      table: { encoders: { tabled: { ...tabled, quality: { start: 50 } } } },
      tools: new Map([['tabled', {}]]),
      runner: { run: () => Promise.reject(new Error('the encoder has run')) },
    } as unknown as EncoderOptions;
    const run = { name: 'tabled', input: 'input', output: 'output', setting: undefined };
    const facts = { mediaType: 'image/jpeg' };
    const job = { folder: { file }, facts, plan: { candidates: [] } } as unknown as Job;
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
      const encoder = { ...tabled, quality: { start: 3 } };
      const options = {
        table: { encoders: { tabled: encoder, other: encoder } },
        tools: new Map([['tabled', {}]]),
        runner: { run: () => Promise.resolve({ verdict: 'done', milliseconds: 1 }) },
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
  const usual = {
    ...lists,
    produces: 'image/webp',
    command: ['x', '{effort}', '{from}'],
    effort: { balanced: ['usual'], fast: ['fast'] },
    from: { 'image/webp': ['lossy'], 'image/png': ['pixels'], 'image/x-yuv420': ['planes'] },
  };
  const hurried = { ...usual, effort: { ...usual.effort, hurried: ['hurried'] } };
  const apart = { ...usual, effort: { ...usual.effort, alpha: ['alpha'] } };
  const transparent = { mediaType: 'image/png', hasAlpha: true };
  const runs: readonly (readonly [title: string, run: Ran, expected: string])[] = [
    ['a lossy source of the type that it produces', {}, 'usual lossy'],
    ['such a source quickly', { options: { isFast: true } }, 'fast'],
    ['such a source under pressure', { options: { isHurried: true }, encoder: hurried }, 'hurried'],
    [
      'a source under pressure without arguments for it',
      { options: { isHurried: true } },
      'usual lossy',
    ],
    ['one in haste besides', { options: { isHurried: true, isFast: true } }, 'fast'],
    ['a lossless source', { facts: { ...webp, lossless: true } }, 'usual pixels'],
    [
      'a source of another type',
      { facts: { mediaType: 'image/jpeg', lossless: false } },
      'usual pixels',
    ],
    ['the pixels of such a source', { input: 'pixels.png' }, 'usual pixels'],
    ['planes', { run: { isPlanes: true } }, 'usual planes'],
    [
      'an effort that is asked for, whatever the haste',
      {
        run: { effort: 'draft' },
        encoder: { ...usual, effort: { draft: ['draft'] } },
        options: { isFast: true },
      },
      'draft lossy',
    ],
    [
      'a transparent picture, whose alpha takes long',
      { facts: transparent, encoder: apart },
      'fast',
    ],
    ['its planes', { facts: transparent, encoder: apart, run: { isPlanes: true } }, 'usual planes'],
    [
      'an opaque one',
      { facts: { ...transparent, hasAlpha: false }, encoder: apart },
      'usual pixels',
    ],
    [
      'one whose transparency is filled',
      { facts: transparent, encoder: apart, plan: { background: [0, 0, 0] } },
      'usual pixels',
    ],
    ['an encoder of which alpha is not taken apart', { facts: transparent }, 'usual pixels'],
  ];
  for (const [title, { facts = webp, input = 'source.webp', ...ran }, expected] of runs) {
    it(`runs with the arguments for ${title}`, async () => {
      let args: readonly string[] = [];
      const runner = { run: async (use: ToolUse) => ({ args: (args = use.args) }) };
      const table = { encoders: { x: ran.encoder ?? usual } };
      const all = { table, tools: new Map([['x', {}]]), runner, ...ran.options };
      const job = { folder: { file }, facts, plan: ran.plan ?? {} } as unknown as Job;
      const asked = { name: 'x', input, output: 'output', setting: undefined, ...ran.run };
      await runEncoder(all as unknown as EncoderOptions, job, asked as EncoderRun);
      expect(args.join(' ')).to.equal(expected);
    });
  }

  it('is told that a command without an output prints it', async () => {
    const told: (boolean | undefined)[] = [];
    const runner = { run: async (use: ToolUse) => ({ told: told.push(use.printsOutput) }) };
    for (const command of [
      ['x', '{input}'],
      ['x', '{input}', '{output}'],
    ]) {
      const table = { encoders: { x: { ...usual, command } } };
      const options = { table, tools: new Map([['x', {}]]), runner } as unknown as EncoderOptions;
      const job = { folder: { file }, facts: webp, plan: {} } as unknown as Job;
      await runEncoder(options, job, { name: 'x', input: 'in', output: 'out', setting: undefined });
    }
    expect(told).to.deep.equal([true, false]);
  });

  it('has what is built in made with the setting, or else that of the configuration, by no tool', async () => {
    const asked: unknown[] = [];
    const makeBuiltin: MakeBuiltin = async (_, derived, files) => {
      asked.push({ ...derived, ...files });
      return { verdict: 'declined', milliseconds: 3 };
    };
    const table = { encoders: { x: { builtin: 'lossy-png', quality: { start: 22 } } } };
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
});

/** What differs from an unhurried run on a lossy source. */
type Ran = Readonly<{
  facts?: object;
  input?: string;
  encoder?: object;
  options?: object;
  plan?: object;
  run?: object;
}>;
