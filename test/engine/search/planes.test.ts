import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import type { Measurer } from '../../../src/engine/search/measurer.ts';
import { withPlanes } from '../../../src/engine/search/planes.ts';
import type { DerivedFile } from '../../../src/engine/scorer/protocol.ts';
import { ToolFailure } from '../../../src/tools/tool-failure.ts';
import type { ToolUse } from '../../../src/tools/tool-runner.ts';
import { riffChunk, vp8, vp8x, vp8xFlags, webpOf } from '../../support/image/builders.ts';
import { adaptiveConfig } from '../../support/image/encoder-table.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

const { cwebp, mozjpeg } = adaptiveConfig.encoders;

describe('withPlanes', () => {
  const inFolder = temporaryFolders();

  type Asked = Readonly<{
    encoder?: object | undefined;
    file?: string;
    source?: object;
    pixels?: number;
    isFast?: boolean;
    /** What the encoder makes of the picture, of which the alpha is taken. */
    webp?: Buffer;
    verdict?: string;
  }>;

  const opaque = webpOf(vp8(4, 3));
  const transparent = webpOf(vp8x(vp8xFlags.alpha, 4, 3), riffChunk('ALPH', 7, 8), vp8(4, 3));

  /** What an encoder reads, the files of planes that were asked for, and what was encoded. */
  const inputFor = async ({ file = 'source.png', pixels = 1000, ...asked }: Asked) => {
    const products: string[] = [];
    const encoded: (string | undefined)[] = [];
    const measurer = {
      make: async ({ kind }: DerivedFile, { output }: Readonly<{ output: string }>) => {
        products.push(`${kind} ${output}`);
        return { verdict: 'done', milliseconds: 0 };
      },
    };
    const runner = {
      run: async ({ output = '', args }: ToolUse) => {
        encoded.push(args.at(-1));
        writeFileSync(inFolder(output), asked.webp ?? opaque);
        return { verdict: asked.verdict ?? 'done', milliseconds: 0 };
      },
    };
    const hasAlpha = asked.webp !== undefined;
    const facts = { mediaType: 'image/png', lossless: true, hasAlpha, ...asked.source };
    const job = { folder: { file: inFolder }, plan: { width: pixels, height: 1 }, facts, endBy: 0 };
    const encoders = {
      table: { encoders: { cwebp } },
      tools: new Map([['cwebp', {}]]),
      runner,
      isFast: asked.isFast,
    };
    const encoder = asked.encoder ?? cwebp;
    const owner = { encoders, job, name: 'cwebp', encoder, candidateIndex: 2 };
    const input = await withPlanes(
      owner as unknown as Parameters<typeof withPlanes>[0],
      measurer as unknown as Measurer,
      file,
    );
    return { input, products, encoded };
  };

  const planes = 'candidate2-planes.yuv';
  const ofPlanes = (file: string, alpha: Uint8Array | undefined) => ({
    input: { file, planes: { file: planes, alpha } },
    products: [`planes ${planes}`],
  });

  it('makes planes of the picture', async () => {
    const expected = { ...ofPlanes('source.png', undefined), encoded: [] };
    expect(await inputFor({})).to.deep.equal(expected);
    expect(await inputFor({ pixels: 8_000_000 })).to.deep.equal(expected);
    const source = { mediaType: 'image/webp', lossless: true };
    expect(await inputFor({ source, file: 'source.webp' })).to.deep.equal({
      ...{ ...ofPlanes('source.webp', undefined), encoded: [] },
    });
  });

  it('takes the alpha of a transparent picture once, and none of one that is not', async () => {
    const encoded = ['source.png'];
    expect(await inputFor({ webp: transparent })).to.deep.equal({
      ...{ ...ofPlanes('source.png', Buffer.from([7, 8])), encoded },
    });
    expect(await inputFor({ webp: opaque })).to.deep.equal({
      ...{ ...ofPlanes('source.png', undefined), encoded },
    });
  });

  it('fails where what has the alpha is no WebP', async () => {
    const error = await rejectionOf(inputFor({ webp: Buffer.from('no WebP') }));
    expect(error).to.be.instanceOf(ToolFailure).with.property('kind', 'failed');
    expect(error).to.have.property('message').that.includes('cwebp').and.includes('no WebP');
  });

  const usual = cwebp ?? expect.fail('cwebp is configured');
  const withoutAlpha = { ...usual, effort: { balanced: ['-m', '6'] } };
  const lossy = { mediaType: 'image/webp', lossless: false };
  const rows: readonly (readonly [string, Asked, readonly string[]])[] = [
    [
      'whose encoder has no arguments for its alpha',
      { webp: transparent, encoder: withoutAlpha },
      [],
    ],
    ['whose encoder declines', { webp: transparent, verdict: 'declined' }, ['source.png']],
    ['whose encoder reads no planes', { encoder: mozjpeg }, []],
    ['that is compressed in haste', { isFast: true }, []],
    ['for which the process that makes them has too little memory', { pixels: 8_000_001 }, []],
    ['that is a lossy WebP, which has its own', { source: lossy, file: 'source.webp' }, []],
  ];
  for (const [title, asked, encoded] of rows) {
    it(`leaves a picture as it is ${title}`, async () => {
      const { file = 'source.png' } = asked;
      expect(await inputFor(asked)).to.deep.equal({ input: { file }, products: [], encoded });
    });
  }
});
