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
    command: ['x', '{quality}', '{input}', '{output}'],
    search: { finest: 95, coarsest: 40 },
    presets: { archive: { quality: 92, search: { finest: 99, coarsest: 75 } } },
    efforts: { best: { command: ['x', '--slow', '{quality}', '{input}', '{output}'] } },
  };

  for (const [preset, effort, changes] of [
    ['high', 'balanced', {}],
    ['archive', 'balanced', { quality: 92, search: { finest: 99, coarsest: 75 } }],
    ['compact', 'best', encoder.efforts.best],
    ['archive', 'best', { ...encoder.presets.archive, ...encoder.efforts.best }],
  ] as const) {
    it(`and quality.effort replace what an encoder names for them: ${preset}, ${effort}`, () => {
      const { config } = load({ file: { encoders: { x: encoder }, quality: { preset, effort } } });
      const { presets: _presets, efforts: _efforts, ...usual } = encoder;
      expect(config.encoders['x']).to.deep.equal({ ...encoderOf(usual), ...changes });
    });
  }

  for (const [effort, ...speeds] of [
    ['fast', '6', '7', '8', '9', undefined],
    ['balanced', '6', '7', '8', '9', undefined],
    ['best', '6', '7', '8', '9', '5'],
  ] as const) {
    it(`runs avifenc with the speed of the effort: ${effort}`, () => {
      const { avifenc } = load({ flags: { 'quality-effort': effort } }).config.encoders;
      const { command, draftCommand, quickCommand, pressureCommand, otherCommand } = avifenc ?? {};
      const commands = [command, draftCommand, quickCommand, pressureCommand, otherCommand];
      const own = commands.map((each) => each?.[each.indexOf('--speed') + 1]);
      expect(own).to.deep.equal(speeds);
      const given = commands.filter((each) => each !== undefined);
      const options = given.map((each) =>
        each.join(' ').replace(/--speed \d|-a color:enable-\S+ /g, ''),
      );
      expect(new Set(options).size).to.equal(1);
    });
  }

  it('runs cwebp with its slowest method, but in haste, for alpha and for lossy sources, with every effort', () => {
    for (const effort of ['fast', 'balanced', 'best']) {
      const { cwebp } = load({ flags: { 'quality-effort': effort } }).config.encoders;
      const { command, planesCommand, otherPlanesCommand } = cwebp ?? {};
      const { alphaCommand, coarseAlphaCommand } = cwebp ?? {};
      const { quickCommand, lossySourceCommand, pressureCommand } = cwebp ?? {};
      const methods = [
        command,
        planesCommand,
        otherPlanesCommand,
        alphaCommand,
        coarseAlphaCommand,
        quickCommand,
        lossySourceCommand,
        pressureCommand,
      ].map((each) => each?.[each.indexOf('-m') + 1]);
      expect(methods, effort).to.deep.equal(['6', '6', '6', '5', '5', '5', '5', '4']);
    }
  });

  it('refuses what presets and efforts cannot replace', () => {
    const wrong = { ...encoder, presets: { tiny: {} }, efforts: { best: { reads: [] } } };
    expect(() => load({ file: { encoders: { x: wrong } } }))
      .to.throw('encoders.x.presets')
      .with.property('message')
      .that.contains('encoders.x.efforts.best.reads');
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
