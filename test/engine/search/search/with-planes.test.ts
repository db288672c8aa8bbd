import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import type { Product } from '../../../../src/engine/scorer/protocol.ts';
import type { SearchTask } from '../../../../src/engine/search/search/search-task.ts';
import { withPlanes } from '../../../../src/engine/search/search/with-planes.ts';
import type { EncoderOptions } from '../../../../src/engine/race/run-encoder.ts';
import { ToolFailure } from '../../../../src/tools/tool-failure.ts';
import type { ToolUse } from '../../../../src/tools/tool-runner.ts';
import { riffChunk, vp8, vp8x, vp8xFlags, webpOf } from '../../../support/image/builders.ts';
import { adaptiveConfig } from '../../../support/image/encoder-table.ts';
import { rejectionOf } from '../../../support/rejection.ts';
import { temporaryFolders } from '../../../support/temporary-folders.ts';

const { cwebp, mozjpeg } = adaptiveConfig.encoders;

describe('withPlanes', () => {
  const inFolder = temporaryFolders();

  type Asked = Readonly<{
    task?: object;
    source?: object;
    pixels?: number;
    isQuick?: boolean;
    /** What the encoder makes of the picture, of which the alpha is taken. */
    webp?: Buffer;
    verdict?: string;
  }>;

  const opaque = webpOf(vp8(4, 3));
  const transparent = webpOf(vp8x(vp8xFlags.alpha, 4, 3), riffChunk('ALPH', 7, 8), vp8(4, 3));

  /** The input and alpha of the task, the files of planes that were asked for, and what was encoded. */
  const inputFor = async ({ task, source, pixels = 1000, isQuick, webp, verdict }: Asked) => {
    const asked: string[] = [];
    const encoded: (string | undefined)[] = [];
    const measurer = {
      make: async ({ kind }: Product, { output }: Readonly<{ output: string }>) => {
        expect(kind).to.equal('planes');
        asked.push(output);
        return true;
      },
    };
    const runner = {
      run: async ({ output = '', args }: ToolUse) => {
        encoded.push(args.at(-1));
        writeFileSync(inFolder(output), webp ?? opaque);
        return verdict ?? 'done';
      },
    };
    const facts = {
      mediaType: 'image/png',
      lossless: true,
      hasAlpha: webp !== undefined,
      ...source,
    };
    const job = { folder: { file: inFolder }, plan: { width: pixels, height: 1 }, facts, endBy: 0 };
    const usual = { name: 'cwebp', encoder: cwebp, input: 'source.png', candidateIndex: 2 };
    const none = { readsPlanes: false, transparency: undefined, isSample: false };
    const given = { ...usual, ...none, job, measurer, ...task } as unknown as SearchTask;
    const tools = new Map([['cwebp', {}]]);
    const options = { table: { encoders: { cwebp } }, tools, runner, isQuick };
    const made = await withPlanes(options as unknown as EncoderOptions, given);
    const { input, readsPlanes, transparency } = made;
    return { input, readsPlanes, transparency, asked, encoded };
  };

  const planes = 'candidate2-planes.yuv';

  it('makes trials read planes of the picture', async () => {
    const made = { input: planes, readsPlanes: true, asked: [planes] };
    const expected = { ...made, transparency: undefined, encoded: [] };
    expect(await inputFor({})).to.deep.equal(expected);
    expect(await inputFor({ pixels: 8_000_000 })).to.deep.equal(expected);
    const webp = { mediaType: 'image/webp', lossless: true };
    expect(await inputFor({ source: webp, task: { input: 'source.webp' } })).to.deep.equal(
      expected,
    );
  });

  it('takes the alpha of a transparent picture once', async () => {
    const transparency = { input: 'source.png', alpha: Buffer.from([7, 8]) };
    expect(await inputFor({ webp: transparent })).to.deep.equal({
      ...{ input: planes, readsPlanes: true, asked: [planes] },
      ...{ transparency, encoded: ['source.png'] },
    });
  });

  it('takes none of a picture that might be transparent and is not', async () => {
    expect(await inputFor({ webp: opaque })).to.deep.include({
      ...{ input: planes, readsPlanes: true, transparency: undefined, encoded: ['source.png'] },
    });
  });

  it('fails where what has the alpha is no WebP', async () => {
    const error = await rejectionOf(inputFor({ webp: Buffer.from('no WebP') }));
    expect(error).to.be.instanceOf(ToolFailure).with.property('kind', 'failed');
    expect(error).to.have.property('message').that.includes('cwebp').and.includes('no WebP');
  });

  const { alphaCommand: _, ...withoutAlpha } = cwebp ?? expect.fail('cwebp is configured');
  const unread: readonly (readonly [string, Asked, readonly string[]])[] = [
    ['whose encoder has no command for alpha', { task: { encoder: withoutAlpha } }, []],
    ['whose encoder declines', { verdict: 'declined' }, ['source.png']],
  ];
  for (const [title, asked, encoded] of unread) {
    it(`leaves a transparent picture as it is ${title}`, async () => {
      expect(await inputFor({ webp: transparent, ...asked })).to.deep.equal({
        ...{ input: 'source.png', readsPlanes: false, transparency: undefined, asked: [], encoded },
      });
    });
  }

  const others: readonly (readonly [string, Asked])[] = [
    ['an encoder that reads none', { task: { encoder: mozjpeg } }],
    ['sample tiles', { task: { isSample: true } }],
    ['a search in haste', { isQuick: true }],
    [
      'a picture for which the process that makes them has too little memory',
      { pixels: 8_000_001 },
    ],
    [
      'a lossy WebP, which has its own',
      { source: { mediaType: 'image/webp', lossless: false }, task: { input: 'source.webp' } },
    ],
  ];
  for (const [title, asked] of others) {
    it(`asks for none for ${title}`, async () => {
      const input =
        asked.task !== undefined && 'input' in asked.task ? asked.task.input : 'source.png';
      const untouched = { input, readsPlanes: false, transparency: undefined };
      expect(await inputFor(asked)).to.deep.equal({ ...untouched, asked: [], encoded: [] });
    });
  }
});
