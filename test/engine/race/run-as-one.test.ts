import { expect } from 'chai';
import type { Encoder } from '../../../src/image/encoder.ts';
import type { PictureChange } from '../../../src/image/plan.ts';
import { becomesNext } from '../../../src/engine/race/run-as-one.ts';
import { ServiceError } from '../../../src/errors.ts';
import { ToolFailure } from '../../../src/tools/tool-failure.ts';
import {
  type CompressOptions,
  compressing,
  tableOf,
  toolCommand,
} from '../../support/engine/compressing.ts';
import { halfSeen, makingPixels, plain } from '../../support/engine/making-pixels.ts';
import { withSegments } from '../../support/image/builders.ts';
import {
  displayP3Profile,
  exifSegment,
  exifWithOrientation,
  iccSegments,
} from '../../support/image/metadata.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { scene } from '../../support/image/scenes.ts';

const [jpeg, webp] = ['image/jpeg', 'image/webp'] as const;

describe('pixels and their encoder in one process', () => {
  const { fileOf } = makingPixels();
  const engine = compressing();
  const smaller = { resize: { method: 'scale', width: 100 } } as const;
  const background = { red: 0, green: 90, blue: 255 };

  /** What ran, and the result or the error. */
  const runOf = async (content: Uint8Array, options: CompressOptions) => {
    const programs: string[] = [];
    const runnerOver: CompressOptions['runnerOver'] = (runner) => ({
      run: (use) => {
        programs.push(use.tool.name);
        return runner.run(use);
      },
    });
    const outcome = await engine.compress(content, { ...options, runnerOver }).catch((error) => ({
      error: error instanceof ServiceError ? [error.code, error.message] : String(error),
    }));
    return { programs, ...outcome };
  };

  before(async function () {
    const { programs } = await runOf(await fileOf(plain([9, 9, 9]), 'png'), {
      change: { convert: [jpeg] },
    });
    // A libvips from elsewhere.
    if (programs.length === 2) this.skip();
  });

  const picture = () => scene({ width: 210, height: 140 });
  const turned = async (): Promise<Buffer> =>
    withSegments(
      await fileOf(picture(), 'jpg[Q=95]'),
      exifSegment(exifWithOrientation(6)),
      ...iccSegments(displayP3Profile),
    );
  const asOne: readonly (readonly [
    title: string,
    source: () => Promise<Buffer>,
    change: PictureChange,
    options?: CompressOptions,
  ])[] = [
    ['a smaller JPEG', () => fileOf(picture(), 'jpg[Q=95]'), smaller],
    ['a smaller JPEG of a turned one with a profile', turned, smaller],
    [
      'a smaller JPEG of a grey one',
      () => fileOf(plain([70]), 'jpg'),
      { resize: { method: 'scale', width: 20 } },
    ],
    ['a JPEG of a PNG', () => fileOf(picture(), 'png'), { convert: [jpeg] }],
    [
      'a JPEG of a PNG that is filled',
      () => fileOf(halfSeen(200, 100, 30), 'png'),
      { convert: [jpeg], background },
    ],
    ['a WebP of a JPEG', () => fileOf(picture(), 'jpg[Q=95]'), { convert: [webp] }],
    [
      'a JPEG of a given quality',
      () => fileOf(picture(), 'jpg[Q=95]'),
      smaller,
      { adaptive: {}, given: { quality: 60 } },
    ],
  ];
  for (const [title, source, change, options] of asOne) {
    it(`are ${title}, byte for byte as with two`, async () => {
      const content = await source();
      const one = await runOf(content, { ...options, change });
      const two = await runOf(content, { ...options, change, isApart: true });
      expect(one.programs).to.have.length(two.programs.length - 1);
      expect(one.programs.at(-1)).to.equal(two.programs.slice(-2).join('+'));
      if (!('content' in one) || !('content' in two)) expect.fail(`${'error' in one && one.error}`);
      expect(one.content.equals(two.content)).to.equal(true);
      expect(one.failures).to.deep.equal([]);
    });
  }

  const apart: readonly (readonly [string, () => Promise<Buffer>, CompressOptions])[] = [
    ['the source is a possible result', turned, {}],
    ['several encoders compete', () => fileOf(picture(), 'png'), { change: smaller }],
    [
      'the pixels may be transparent',
      () => fileOf(halfSeen(200, 100, 30), 'png'),
      { change: { convert: [jpeg] } },
    ],
    [
      'a quality is searched for',
      () => fileOf(picture(), 'png'),
      { adaptive: {}, change: { convert: [jpeg] } },
    ],
  ];
  for (const [title, source, options] of apart) {
    it(`are two where ${title}`, async () => {
      const { programs } = await runOf(await source(), options);
      expect(programs).to.include('vips');
      expect(programs.join()).not.to.include('+');
    });
  }

  const whole = (): Promise<Buffer> => fileOf(scene({ width: 420, height: 280 }), 'jpg[Q=95]');
  const cut = async (): Promise<Buffer> => {
    const content = await whole();
    return Buffer.concat([content.subarray(0, content.length / 2), Buffer.of(0xff, 0xd9)]);
  };
  /** One encoder, that of a fixture. */
  const odd = (
    tool: string,
    exit: Encoder['exit'] = {},
    ...args: readonly string[]
  ): CompressOptions => ({
    table: tableOf(jpeg, {
      odd: { reads: ['image/x-portable-pixmap'], exit, ...toolCommand(tool, ...args) },
    }),
  });
  const declines = { 1: 'declined' } as const;
  const failing: readonly (readonly [
    title: string,
    source: () => Promise<Buffer>,
    options: CompressOptions,
    runsAgain: boolean,
  ])[] = [
    ['the source is cut', cut, {}, false],
    ['the source is cut, and the encoder would decline', cut, odd('fails', declines, '1'), false],
    ['the encoder declines as libvips fails', whole, odd('fails', declines, '1'), true],
    ['the encoder declines', whole, odd('fails', { 2: 'declined' }, '2'), false],
    ['the encoder fails', whole, odd('fails', {}, '1'), true],
    ['the encoder crashes', whole, odd('crashes'), false],
    ['the encoder makes nothing', whole, odd('makes-nothing'), true],
  ];
  for (const [title, source, options, runsAgain] of failing) {
    it(`fail as with two where ${title}`, async () => {
      const content = await source();
      const asked = { change: smaller, headersOf: await whole(), ...options };
      const [one, two] = [
        await runOf(content, asked),
        await runOf(content, { ...asked, isApart: true }),
      ];
      if (!('error' in one) || !('error' in two)) expect.fail('it did not fail');
      expect(one.error).to.deep.equal(two.error);
      expect(one.programs[0]).to.match(/^vips\+/);
      expect(one.programs.slice(1)).to.deep.equal(runsAgain ? two.programs : []);
    });
  }

  /** What ran, and the answer, where each run of a step or of the encoder fails. */
  const failedRuns = async (
    content: Uint8Array,
    options: CompressOptions,
    step: string,
    failureOf: (tool: string) => ToolFailure,
  ) => {
    const programs: string[] = [];
    const runnerOver: CompressOptions['runnerOver'] = (runner) => ({
      run: async (use) => {
        const { name } = use.tool;
        programs.push(name);
        if (!name.includes(step) && use.args[0] !== step) return runner.run(use);
        const end = use.args.indexOf('--');
        // The one process has become the encoder by then.
        if (end > 0 && step === 'cjpeg') {
          const { output: _, ...first } = { ...use, args: use.args.slice(0, end) };
          await runner.run(first);
        }
        throw failureOf(name);
      },
    });
    const error = await rejectionOf(engine.compress(content, { ...options, runnerOver }));
    if (error instanceof ServiceError) return { programs, answer: [error.code, error.message] };
    return { programs, answer: error instanceof ToolFailure && error.kind };
  };

  const filled = () => fileOf(halfSeen(200, 100, 30), 'png');
  /** Which step fails, and what runs once more where it is the encoder. */
  const kinds: readonly (readonly [
    kind: ToolFailure['kind'],
    reason: string,
    again: string[],
    isOutOfTime?: boolean,
  ])[] = [
    ['late', 'deadline', []],
    ['limit', 'deadline', ['cjpeg'], true],
    ['limit', 'signalled, SIGXCPU', ['cjpeg'], true],
    ['limit', 'signalled, SIGXFSZ', []],
    ['limit', 'exceeded', []],
    ['limit', 'exceeded, (deadline, as it prints', []],
    ['damaged', 'exited, code 0', []],
    ['crashed', 'signalled, SIGSEGV', []],
    ['not_started', 'not_started', []],
    ['failed', 'exited, code 1', ['vips', 'cjpeg']],
  ];
  const steps: readonly (readonly [
    title: string,
    step: string,
    source: () => Promise<Buffer>,
    change: PictureChange,
    before: readonly string[],
  ])[] = [
    ['libvips at the source', 'thumbnail', whole, smaller, []],
    ['libvips at its own file', 'flatten', filled, { convert: [jpeg], background }, ['vips']],
    ['the encoder', 'cjpeg', whole, smaller, []],
  ];
  for (const [title, step, source, change, before] of steps) {
    for (const [kind, reason, again, isOutOfTime] of kinds) {
      it(`fail as with two where ${title} is ${kind} (${reason})`, async () => {
        const content = await source();
        const failureOf = (tool: string): ToolFailure =>
          new ToolFailure(kind, tool, reason, 'out of memory', isOutOfTime);
        const [one, two] = [
          await failedRuns(content, { change }, step, failureOf),
          await failedRuns(content, { change, isApart: true }, step, failureOf),
        ];
        expect(one.answer).to.deep.equal(two.answer);
        const runAgain = step === 'cjpeg' ? again : [];
        expect(one.programs).to.deep.equal([...before, 'vips+cjpeg', ...runAgain]);
      });
    }
  }

  it('need the libvips that says it can', () => {
    const tool = { name: 'vips', path: '/usr/bin/vips' };
    for (const [version, expected] of [
      ['8.18.7+exec', true],
      ['8.18.7', false],
    ] as const) {
      expect(becomesNext({ ...tool, version })).to.equal(expected);
    }
  });
});
