import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { PictureChange } from '../../src/image/plan.ts';
import { encodePng } from '../../src/image/png/pixels.ts';
import type { Raster } from '../../src/image/raster.ts';
import { corpusFiles } from '../support/corpus.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import type { ToolRunner } from '../../src/tools/tool-runner.ts';
import { noisy, scene, withAlpha } from '../support/image/scenes.ts';
import { compressing, type Outcome } from '../support/engine/compressing.ts';

const white = { red: 255, green: 255, blue: 255 };
const wildcard = ['image/webp', 'image/jpeg', 'image/png'];

describe('types that compete for a picture', function () {
  const file = temporaryFolders();
  const engine = compressing();

  const compress = (source: Uint8Array, change: PictureChange = {}): Promise<Outcome> =>
    engine.compress(source, { adaptive: {}, change });

  /** A picture as vips writes it: an operation and its arguments, and the file with its options. */
  const remade = (picture: Raster, target: string, operation = 'copy', ...args: string[]) => {
    writeFileSync(file('drawn.png'), encodePng(picture));
    const [name = ''] = target.split('[');
    execFileSync('vips', [operation, file('drawn.png'), file(target), ...args]);
    return readFileSync(file(name));
  };

  const paletteOf = (picture: Raster): Buffer => {
    writeFileSync(file('drawn.png'), encodePng(picture));
    const files = ['--output', file('palette.png'), '--', file('drawn.png')];
    execFileSync('pngquant', ['--force', ...files]);
    return readFileSync(file('palette.png'));
  };

  const photo = noisy(scene({ width: 160, height: 120 }), 4);
  const vignette = withAlpha(photo, (x, y) =>
    Math.max(0, Math.min(255, 560 - 6 * Math.hypot(x - 80, y - 60))),
  );
  const cutOut = withAlpha(photo, (x) => (x < 40 ? 0 : 255));
  const opaque = withAlpha(photo, () => 255);
  // Just above what is measured as a whole.
  const large = noisy(scene({ width: 660, height: 640 }), 3);

  const cases: readonly (readonly [string, () => Uint8Array, PictureChange?])[] = [
    ['an opaque photograph', () => encodePng(photo)],
    ['a photograph that fades out', () => encodePng(vignette)],
    ['a cut-out', () => encodePng(cutOut)],
    ['a large cut-out', () => encodePng(withAlpha(large, (x) => (x < 160 ? 0 : 255)))],
    ['a large picture with an opaque alpha channel', () => encodePng(withAlpha(large, () => 255))],
    ['an opaque alpha channel', () => encodePng(opaque)],
    ['a transparent palette', () => paletteOf(cutOut)],
    ['a transparent grey picture', () => remade(cutOut, 'grey.png', 'colourspace', 'b-w')],
    ['16 bits with transparency', () => remade(cutOut, 'wide.png', 'colourspace', 'rgb16')],
    [
      '16 bits with an opaque alpha channel',
      () => remade(opaque, 'wide.png', 'colourspace', 'rgb16'),
    ],
    ['a transparent lossless WebP', () => remade(cutOut, 'whole.webp[lossless]')],
    ['a transparent lossy WebP', () => remade(vignette, 'lossy.webp[Q=95]')],
    ['a filled cut-out', () => encodePng(cutOut), { background: white }],
    ['a filled opaque alpha channel', () => encodePng(opaque), { background: white }],
    ['a smaller cut-out', () => encodePng(vignette), { resize: { method: 'scale', width: 150 } }],
    ['a smaller opaque one', () => encodePng(opaque), { resize: { method: 'scale', width: 150 } }],
  ];
  for (const [title, make, change = {}] of cases) {
    it(`gives no larger result than each alone, for ${title}`, async () => {
      await expectNoLarger(make(), change);
    });
  }

  it('measures lossy results against the transparent picture', async () => {
    const { result } = await compress(encodePng(vignette), { convert: wildcard });
    const { candidates } = result.receipt;
    expect(candidates.map(({ mediaType }) => mediaType)).not.to.include('image/jpeg');
    const score = candidates.find(({ encoders }) => encoders === 'cwebp')?.score;
    expect(score).to.be.within(75, 90);
    expect(result).to.include({ mediaType: 'image/webp', winner: 'cwebp' });
  });

  it('tries no PNG of a photograph where another type has far fewer bytes', async () => {
    for (const picture of [photo, vignette]) {
      const programs: string[] = [];
      const runnerOver = (runner: ToolRunner): ToolRunner => ({
        run: (use) => {
          programs.push(use.tool.name);
          return runner.run(use);
        },
      });
      const options = { adaptive: {}, change: { convert: wildcard }, runnerOver };
      const { result } = await engine.compress(encodePng(picture), options);
      const pngs = result.receipt.candidates.filter(({ encoders }) =>
        /palette|lossy/.test(encoders),
      );
      expect(pngs).to.have.length.of.at.least(2);
      for (const { trials, reason } of pngs) {
        expect(trials).to.deep.equal([]);
        expect(reason).to.equal('not needed: another result is far smaller than it can be');
      }
      expect(programs).not.to.include.members(['pngquant']);
    }
  });

  it('tries a large picture by its mosaic for JPEG, though it has an opaque alpha channel', async () => {
    const source = encodePng(withAlpha(large, () => 255));
    const plain = await compress(encodePng(large), { convert: ['image/jpeg'] });
    const made = await compress(source, { convert: ['image/jpeg'] });
    expect(made.content.equals(plain.content)).to.equal(true);
  });

  it('gives no larger result than each alone, for pictures of the corpus', async function () {
    this.timeout(900_000);
    const pictures = corpusFiles().filter(({ name }) => isSampled(name));
    if (pictures.length === 0) this.skip();
    for (const { name, path } of pictures) await expectNoLarger(readFileSync(path), {}, name);
  });

  const expectNoLarger = async (
    source: Uint8Array,
    change: PictureChange,
    name = '',
  ): Promise<void> => {
    const together = await compress(source, { ...change, convert: wildcard });
    const isKept = Object.keys(change).length === 0;
    const alone = isKept ? [await compress(source)] : [];
    const kept = alone[0]?.result.mediaType;
    for (const type of wildcard.filter((other) => other !== kept)) {
      const made = await compress(source, { ...change, convert: [type] }).catch(onlyTransparent);
      if (made === undefined || !isByTheRules(made)) continue;
      if (!losesFineColour(made, together)) alone.push(made);
    }
    expect(alone).not.to.deep.equal([]);
    for (const { content, result } of alone) {
      const told = `${name} ${result.mediaType} (${result.winner}) alone`;
      expect(together.content.length, told).to.be.at.most(content.length);
    }
  };
});

/** Small ones of each kind, so that the test takes seconds. */
const isSampled = (name: string): boolean =>
  /^(transparent|graphic)\//.test(name) && sampled.test(name);

const sampled = /\/(heart-grey|lossy_alpha1|emoji-sun|script|sale-20|tshirts|artwork-icon)\./;

/** Alone, a result that misses the target may be the best there is; against others it is refused. */
const isByTheRules = ({ result: { receipt } }: Outcome): boolean =>
  receipt.candidates.some(({ reason, score }) => reason === 'won' && (score ?? 100) >= 78.8);

/** A picture with fine colour becomes no lossy WebP where it may be another type. */
const losesFineColour = (made: Outcome, together: Outcome): boolean =>
  made.result.winner === 'cwebp' &&
  together.result.mediaType === 'image/jpeg' &&
  !together.result.receipt.candidates.some(({ encoders }) => encoders === 'cwebp');

/** @throws whatever is no refusal of JPEG. */
const onlyTransparent = (error: unknown): undefined => {
  if (!String(error).includes('transform.background')) throw error;
};
