import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { encodePng } from '../../src/image/png/pixels.ts';
import { decodePng } from '../support/image/decode-png.ts';
import type { Raster } from '../../src/image/raster.ts';
import { flatnessOf } from '../support/image/measured.ts';
import type { ReceiptCandidate } from '../../src/image/search/receipt.ts';
import type { Scorer } from '../../src/engine/scorer/client.ts';
import type { ToolRunner } from '../../src/tools/tool-runner.ts';
import { corpusFiles } from '../support/corpus.ts';
import { compressing, type CompressOptions } from '../support/engine/compressing.ts';
import { declining, makingBy } from '../support/engine/making-by.ts';
import { drawing } from '../support/image/drawings.ts';
import { adaptiveConfig } from '../support/image/encoder-table.ts';
import { noisy, scene, withAlpha } from '../support/image/scenes.ts';
import { randomNumbers } from '../support/random.ts';

describe('a photograph as PNG', function () {
  const engine = compressing();
  const table = adaptiveConfig;

  const compressed = async (source: Uint8Array, changes: CompressOptions = {}) => {
    const { result, content } = await engine.compress(source, { table, adaptive: {}, ...changes });
    const { candidates, winner } = result.receipt;
    const of = (first: string): ReceiptCandidate =>
      candidates.find(({ encoders }) => encoders.startsWith(first)) ?? expect.fail(first);
    const names = candidates.map(({ encoders }) => encoders);
    return { content, winner, palette: of('palette'), of, names };
  };

  /** Many saturated colours, which 256 cannot stand for. */
  const colourful = (size = 256): Raster =>
    noisy(
      drawing({ width: size, height: size }, 3, (x, y) => [
        128 + 120 * Math.sin(x / 19),
        128 + 120 * Math.sin(y / 23 + x / 50),
        128 + 120 * Math.cos((x + y) / 31),
      ]),
      3,
    );

  it('keeps its colours, and needs no palette', async () => {
    const source = encodePng(colourful());
    const { winner, palette, of } = await compressed(source);
    expect(winner).to.equal('lossy-png+oxipng');
    const { score, bytes, settings, trials } = of('lossy-png');
    expect(score).to.be.at.least(79);
    expect(bytes).to.be.below(source.length * 0.7);
    expect(settings.quality).to.be.within(5, 90);
    expect(trials).not.to.have.length(0);
    expect(palette).to.include({ bytes: null, accepted: false });
    expect(palette.reason).to.equal('not needed: another result meets the target');
  });

  it('keeps its alpha', async () => {
    const source = withAlpha(colourful(), (x) => Math.min(255, x));
    const { winner, content } = await compressed(encodePng(source));
    expect(winner).to.equal('lossy-png+oxipng');
    const result = decodePng(content);
    const alphaOf = ({ data }: Raster): Uint8Array => data.filter((_, at) => at % 4 === 3);
    expect(alphaOf(result)).to.deep.equal(alphaOf(source));
  });

  it('gets a palette where that encoder declines it', async () => {
    const scorer = makingBy(engine.scorer, ['lossy-png'], declining);
    const { winner, palette, of } = await compressed(
      encodePng(noisy(scene({ width: 200, height: 150 }), 4)),
      { scorer },
    );
    expect(of('lossy-png').reason).to.equal('declined by its encoder');
    expect(palette.bytes).not.to.equal(null);
    expect(winner).to.equal('palette+oxipng-thorough');
  });

  it('is made by no tool, with a search and with a fixed setting, and of any number of pixels', async () => {
    // The same strip again and again, which is drawn sooner. What is above is farther away than a PNG looks back.
    const strip = noisy(scene({ width: 3000, height: 100 }), 4);
    const data = Buffer.concat(Array.from({ length: 28 }, () => strip.data));
    const source = encodePng({ ...strip, height: 2800, data });
    const { mode: _, ...encoder } = table.encoders['lossy-png']!;
    const alone = { encoders: { grain: encoder }, types: { 'image/png': [['grain']] } };
    const made: Buffer[] = [];
    for (const adaptive of [{ adaptive: { trials: 1 } }, {}]) {
      const tools: string[] = [];
      const runnerOver = (runner: ToolRunner): ToolRunner => ({
        run: (use) => {
          tools.push(use.tool.name);
          return runner.run(use);
        },
      });
      const options = { table: alone, runnerOver, withinMs: 60_000, ...adaptive };
      const { result, content } = await engine.compress(source, options);
      expect(result).to.include({ winner: 'grain', isDegraded: false });
      expect(result.receipt.candidates[0]?.settings).to.deep.equal({ quality: 22 });
      expect(tools).to.deep.equal([]);
      made.push(content);
    }
    expect(made[0]!.equals(made[1]!)).to.equal(true);
  });

  it('is not searched for bands, since what it loses is grain', async () => {
    const searched: boolean[] = [];
    const scorer: Scorer = {
      ...engine.scorer,
      score: (request, use) => {
        searched.push(request.looksForBands);
        return engine.scorer.score(request, use);
      },
    };
    const source = encodePng(colourful());
    const { result } = await engine.compress(source, { table, adaptive: { scorer } });
    expect(result.receipt.winner).to.equal('lossy-png+oxipng');
    expect(searched).to.have.length.of.at.least(1);
    expect(searched).not.to.include.members([true]);
  });

  it('of few pixels is not tried in that encoder', async () => {
    const { names } = await compressed(encodePng(colourful(48)));
    expect(names).to.include('palette+oxipng-thorough').and.not.to.include('lossy-png+oxipng');
  });

  it('is compared with none where a palette suits a drawing', async () => {
    const shapes = drawing({ width: 240, height: 200 }, 3, (x, y) =>
      (x >> 5) % 2 === (y >> 5) % 2 ? [240, 240, 235] : [30 + (x >> 2), 90, 160],
    );
    const { of } = await compressed(encodePng(shapes));
    expect(of('lossy-png')).to.include({ bytes: null });
  });

  it('on a plain ground gets no more palettes than one that scores far too low', async () => {
    const { data } = colourful();
    const cutOut = drawing({ width: 256, height: 256 }, 3, (x, y) =>
      x < 110 ? [250, 250, 250] : [...data.subarray((y * 256 + x) * 3, (y * 256 + x) * 3 + 3)],
    );
    const { winner, palette, of } = await compressed(encodePng(cutOut));
    expect(winner).to.equal('lossy-png+oxipng');
    expect(palette).to.include({
      bytes: null,
      accepted: false,
      reason: 'given up: no palette is expected to reach the target',
    });
    expect(palette.trials).to.have.length(1);
    expect(palette.settings).to.deep.equal({ quality: 85, variant: '--nofs' });
    expect(of('lossy-png').bytes).to.be.a('number');
  });

  it('of greys beside a plain wall is not left to a palette, which has all greys', async () => {
    const { data } = noisy(scene({ width: 320, height: 240 }), 4);
    const grey = drawing({ width: 320, height: 240 }, 1, (x, y) =>
      x < 130 ? [230] : [data[(y * 320 + x) * 3 + 1]!],
    );
    expect(flatnessOf(grey)).to.be.within(0.35, 0.5);
    const { winner, palette, of } = await compressed(encodePng(grey));
    expect(winner).to.equal('lossy-png+oxipng');
    expect(palette).to.include({ accepted: true });
    expect(of('lossy-png').score).to.be.at.least(79);
    expect(of('lossy-png').bytes).to.be.below(palette.bytes! * 0.9);
  });

  it('is told from a drawing by its colours where a third of the neighbours are equal', async () => {
    const random = randomNumbers(3);
    const colours = [0, 36, 73, 109, 146, 182, 219, 255].map((red, at) => {
      return [red, 255 - ((at * 90) % 256), (at * 150) % 256];
    });
    const blocks = Array.from({ length: 256 * 256 }, () => colours[random(8)]!);
    const mosaic = (patch: number, blocksPerPixel: number): Raster =>
      drawing({ width: 256, height: 256 }, 3, (x, y) =>
        x < patch && y < patch
          ? [140 + x, 120 + y, 90]
          : blocks[y * 256 + Math.floor(x * blocksPerPixel)]!,
      );
    const notNeeded = 'not needed: another result meets the target';
    // A patch of 64x64 has 4096 colours.
    const rows = [
      // Its 8 colours are a palette of the lossless result too.
      [mosaic(0, 2 / 3), [0.35, 0.49], false, notNeeded],
      [mosaic(64, 2 / 3), [0.35, 0.49], true, 'given up: another result is far smaller'],
      [mosaic(64, 1 / 3), [0.51, 0.8], true, notNeeded],
    ] as const;
    for (const [picture, [least, most], accepted, reason] of rows) {
      expect(flatnessOf(picture)).to.be.within(least, most);
      const { palette, of } = await compressed(encodePng(picture));
      expect(palette).to.include({ accepted });
      expect(of('lossy-png')).to.include({ bytes: null, reason });
    }
  });

  it('of the corpus that no palette suits takes about a third of its bytes', async function () {
    const found = corpusFiles().find(({ name }) => name === 'photo/kodim23.png');
    if (found === undefined) this.skip();
    const source = readFileSync(found.path);
    const { of, winner } = await compressed(source);
    expect(winner).to.equal('lossy-png+oxipng');
    expect(of('lossy-png').score).to.be.at.least(79);
    expect(of('lossy-png').bytes).to.be.below(source.length * 0.35);
  });
});
