import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { loadConfig, type ConfigInput } from '../../src/config/load.ts';
import { rangeOf } from '../../src/image/encoder.ts';
import { encoderOf } from '../support/image/encoder-table.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

describe('quality.preset', () => {
  const inFolder = temporaryFolders();

  const load = ({
    file,
    flags = {},
    environment = {},
  }: Partial<ConfigInput> & { file?: object }) => {
    if (file === undefined) return loadConfig({ flags, environment });
    writeFileSync(inFolder('config.json'), JSON.stringify(file));
    return loadConfig({ flags: { ...flags, config: inFolder('config.json') }, environment });
  };
  const chosenBy = (given: Parameters<typeof load>[0]) => {
    const { config, sources } = load(given);
    const { preset, target, min } = config.quality;
    return [preset, target, min, sources];
  };

  it('is high where nothing is given', () => {
    expect(chosenBy({})).to.deep.equal(['high', 79.5, 60, {}]);
  });

  for (const [given, preset, target, min, sources] of [
    [
      { flags: { 'quality-preset': 'archive' } },
      ...['archive', 90, 85],
      { 'quality.preset': 'flag', 'quality.target': 'preset', 'quality.min': 'preset' },
    ],
    [
      { environment: { SHRINKD_QUALITY_PRESET: 'compact' } },
      ...['compact', 70, 55],
      { 'quality.preset': 'environment', 'quality.target': 'preset', 'quality.min': 'preset' },
    ],
    [
      { file: { quality: { preset: 'compact', target: 75 } } },
      ...['compact', 75, 55],
      { 'quality.preset': 'file', 'quality.target': 'file', 'quality.min': 'preset' },
    ],
    [
      { flags: { 'quality-preset': 'archive', 'quality-min': '40' } },
      ...['archive', 90, 40],
      { 'quality.preset': 'flag', 'quality.target': 'preset', 'quality.min': 'flag' },
    ],
    // A lowest score of the preset gives way to a lower target.
    [{ flags: { 'quality-target': '50' } }, 'high', 50, 50, { 'quality.target': 'flag' }],
  ] as const) {
    it(`decides target and lowest score but for what is given: ${JSON.stringify(given)}`, () => {
      expect(chosenBy(given)).to.deep.equal([preset, target, min, sources]);
    });
  }

  it('is refused with one sentence where there is none of that name', () => {
    expect(() => load({ flags: { 'quality-preset': 'tiny' } })).to.throw(
      'has a problem:\n  - quality.preset: expected one of "archive", "high", "compact", got "tiny"',
    );
  });

  it('says what is wrong with a target in one sentence', () => {
    expect(() => load({ file: { quality: { target: 'best' } } })).to.throw(
      'has a problem:\n  - quality.target: ',
    );
  });

  const encoder = {
    ...{ produces: 'image/x', reads: ['image/png'], quality: 80 },
    command: 'x {effort} {quality} {input} {output}',
    effort: { balanced: '--usual', fast: ['--fast'] },
    presets: {
      archive: { quality: { start: 92, finest: 99, coarsest: 75 } },
      compact: { quality: 60, effort: { balanced: '' } },
    },
  };
  const lists = { balanced: ['--usual'], fast: ['--fast'] };

  for (const [preset, quality, effort] of [
    ['high', { start: 80 }, lists],
    ['archive', { start: 92, finest: 99, coarsest: 75 }, lists],
    ['compact', { start: 60 }, { ...lists, balanced: [] }],
  ] as const) {
    it(`replaces what an encoder names for it: ${preset}`, () => {
      const { config } = load({ file: { encoders: { x: encoder }, quality: { preset } } });
      const command = ['x', '{effort}', '{quality}', '{input}', '{output}'];
      expect(config.encoders['x']).to.deep.equal({
        ...encoderOf({ produces: 'image/x', reads: ['image/png'] }),
        ...{ command, quality, effort },
      });
    });
  }

  it('keeps what a preset leaves of a range', () => {
    const quality = { start: 3, finest: 1, coarsest: 32, steps: 'ratio' };
    const presets = { archive: { quality: { start: 2, coarsest: 6 } } };
    const file = {
      encoders: { x: { ...encoder, quality, presets } },
      quality: { preset: 'archive' },
    };
    const { config } = load({ file });
    expect(config.encoders['x']?.quality).to.deep.equal({ ...quality, start: 2, coarsest: 6 });
  });

  it('refuses what a preset cannot replace', () => {
    const wrong = { ...encoder, presets: { tiny: {}, archive: { reads: [] } } };
    expect(() => load({ file: { encoders: { x: wrong } } }))
      .to.throw('encoders.x.presets')
      .with.property('message')
      .that.contains('encoders.x.presets.archive.reads');
  });

  it('starts built-in searches finer for archive and coarser for compact', () => {
    const rangesAt = (preset: string) =>
      Object.values(load({ flags: { 'quality-preset': preset } }).config.encoders).flatMap(
        (each) => rangeOf(each) ?? [],
      );
    const [archive, high, compact] = ['archive', 'high', 'compact'].map(rangesAt);
    for (const [at, usual] of (high ?? []).entries()) {
      const direction = Math.sign(usual.coarsest - usual.finest);
      const starts = [archive?.[at], usual, compact?.[at]].map(
        (range) => (range?.start ?? Number.NaN) * direction,
      );
      expect(starts).to.deep.equal(starts.toSorted((one, other) => one - other));
      expect(new Set(starts)).to.have.lengthOf(3);
    }
  });
});
