import { expect } from 'chai';
import type { EncoderTable } from '../../src/image/encoder.ts';
import { ScorerFailure } from '../../src/engine/scorer/failure.ts';
import type { Scorer } from '../../src/engine/scorer/client.ts';
import { decodePng } from '../support/image/decode-png.ts';
import type { ReceiptCandidate } from '../../src/image/search/receipt.ts';
import { compressing, type CompressOptions, type Outcome } from '../support/engine/compressing.ts';
import { declining, makingBy } from '../support/engine/making-by.ts';
import { adaptiveConfig, defaultTable } from '../support/image/encoder-table.ts';
import { encodePng } from '../../src/image/png/pixels.ts';
import { scene, withAlpha } from '../support/image/scenes.ts';
import { waves, wavesPng, changedEnds } from '../support/image/alpha-ends.ts';

/** The encoders of a configuration, of which those of palettes alone compete. */
const withPalette = ({ encoders, types }: EncoderTable): EncoderTable => ({
  encoders,
  types: {
    'image/png': (types['image/png'] ?? []).filter(([first = '']) =>
      /^(palette|pngquant)$/.test(first),
    ),
  },
});

/** Clear and opaque pixels of a picture that a palette of pngquant alone does not keep. */
describe('what is clear or opaque in a PNG', () => {
  const engine = compressing();

  const changedIn = ({ content }: Outcome): number => changedEnds(waves(), decodePng(content));

  const paletteOf = ({ result }: Outcome): ReceiptCandidate =>
    result.receipt.candidates.find(({ encoders }) => /^(palette|pngquant)\+/.test(encoders)) ??
    expect.fail('there is a palette');

  const modes: readonly (readonly [string, CompressOptions])[] = [
    ['with a setting that is searched for', { adaptive: {}, table: withPalette(adaptiveConfig) }],
    ['with the setting of the configuration', { table: withPalette(defaultTable) }],
  ];
  for (const [title, options] of modes) {
    it(`is so in a palette ${title}`, async () => {
      const outcome = await engine.compress(wavesPng(), options);
      expect(paletteOf(outcome).reason).to.equal('won');
      expect(changedIn(outcome)).to.equal(0);
    });

    const by = (make: Scorer['make'], score: Scorer['score']): CompressOptions => {
      const scorer = { ...makingBy(engine.scorer, ['exact-ends'], make), score };
      return { ...options, scorer, ...(options.adaptive && { adaptive: { scorer } }) };
    };

    it(`is not so without the work on the palette, which then loses, ${title}`, async () => {
      // It is checked, and not restored.
      const checking: Scorer['make'] = async (request, use) =>
        request.source === request.result
          ? declining(request, use)
          : engine.scorer.make(request, use);
      const measuring: Scorer['score'] = async (request, use) =>
        engine.scorer.score({ ...request, restoresEnds: false }, use);
      const outcome = await engine.compress(wavesPng(), by(checking, measuring));
      expect(paletteOf(outcome).reason).to.contain('what is clear or opaque');
      expect(changedIn(outcome)).to.equal(0);
    });

    it(`loses no picture where that work fails, ${title}`, async () => {
      const failing = async (): Promise<never> => {
        throw new ScorerFailure('it was killed', { isLasting: false });
      };
      const outcome = await engine.compress(wavesPng(), by(failing, failing));
      expect(paletteOf(outcome).accepted).to.equal(false);
      expect(outcome.result.isDegraded).to.equal(true);
      expect(changedIn(outcome)).to.equal(0);
    });
  }

  it('is restored and measured by one message for each trial', async () => {
    const asked: string[] = [];
    const make: Scorer['make'] = async (request, use) => {
      asked.push(request.derived.kind);
      return engine.scorer.make(request, use);
    };
    const score: Scorer['score'] = async (request, use) => {
      asked.push(request.restoresEnds === true ? 'restored and measured' : 'measured');
      return engine.scorer.score(request, use);
    };
    const scorer = { ...makingBy(engine.scorer, ['exact-ends'], make), score };
    const table = withPalette(adaptiveConfig);
    const outcome = await engine.compress(wavesPng(), { adaptive: { scorer }, table, scorer });
    const ofEncoder = paletteOf(outcome).trials.filter(
      ({ variant }) => !/ (merged|repeated) /.test(variant ?? ''),
    );
    expect(ofEncoder).to.have.length.of.at.least(2);
    const restored = asked.filter((what) => what === 'restored and measured');
    expect(restored).to.have.length(ofEncoder.length);
    expect(asked.filter((what) => what === 'exact-ends')).to.have.length(1);
  });

  it('is looked at once in the palette of a picture whose pixels are all opaque', async () => {
    const screen = withAlpha(scene({ width: 240, height: 180 }), () => 255);
    const looks: string[] = [];
    const counting: Scorer['make'] = async (request, use) => {
      looks.push('made or checked');
      return engine.scorer.make(request, use);
    };
    const score: Scorer['score'] = async (request, use) => {
      if (request.restoresEnds === true) looks.push('measured');
      return engine.scorer.score(request, use);
    };
    const scorer = { ...makingBy(engine.scorer, ['exact-ends'], counting), score };
    const table = withPalette(adaptiveConfig);
    const outcome = await engine.compress(encodePng(screen), {
      adaptive: { scorer },
      table,
      scorer,
    });
    expect(paletteOf(outcome).trials).to.have.length.of.at.least(2);
    expect(looks).to.deep.equal(['made or checked']);
  });
});
