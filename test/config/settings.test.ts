import { expect } from 'chai';
import { derivedValues, withDerived } from '../../src/config/derived.ts';
import { loadConfig } from '../../src/config/load.ts';
import { configSchema, defaults, settings } from '../../src/config/settings.ts';

type Node = Readonly<{
  properties?: Readonly<Record<string, Node>>;
  default?: unknown;
  'x-presets'?: object;
  description?: string;
}>;

/** Every node of the schema that has a value of its own, by its path. */
const leaves = (node: Node, path: readonly string[] = []): readonly (readonly [string, Node])[] =>
  Object.entries(node.properties ?? {}).flatMap(([name, child]) =>
    child.properties === undefined
      ? [[[...path, name].join('.'), child] as const]
      : leaves(child, [...path, name]),
  );

describe('the settings', () => {
  it('each have a description, and a default or one for each quality.preset', () => {
    for (const [path, node] of leaves(configSchema)) {
      const { description, default: value, 'x-presets': presets } = node;
      expect(description, path).to.match(/^\S.*[.)]$/);
      if (presets === undefined) expect(value, path).not.to.equal(undefined);
      else expect(presets, path).to.have.all.keys('archive', 'high', 'compact');
    }
  });

  it('are all there but those by name, such as encoders and stores, which no text can fill', () => {
    const paths = leaves(configSchema).map(([path]) => path);
    const lists = [
      ...['encoders', 'decoders', 'types', 'storage.stores', 'source.headers'],
      ...['delivery.keys', 'delivery.sources', 'delivery.presets'],
    ];
    expect([...settings.map(({ path }) => path), ...lists]).to.have.members(paths);
  });

  it('have flags and variables of their own, apart from those of commands', () => {
    const own = [
      'config',
      'name',
      'email',
      'key',
      'monthly-limit',
      'requests-per-minute',
      'month',
      'help',
      'json',
    ];
    const flags = [...own, ...settings.map(({ flag }) => flag)];
    expect(new Set(flags)).to.have.lengthOf(flags.length);
    const variables = [
      'SHRINKD_CONFIG',
      'SHRINKD_API_KEY',
      ...settings.map(({ variable }) => variable),
    ];
    expect(new Set(variables)).to.have.lengthOf(variables.length);
    for (const { flag, variable } of settings) {
      expect(flag).to.match(/^[a-z]+[0-9]?(-[a-z]+[0-9]?)*$/);
      expect(variable).to.match(/^SHRINKD_[A-Z]+[0-9]?(_[A-Z]+[0-9]?)*$/);
    }
  });

  it('are named after their path in flags and variables, but for --data', () => {
    const names = settings.map(({ path, flag, variable }) => [path, flag, variable]);
    expect(names).to.deep.include.members([
      ['dataDir', 'data', 'SHRINKD_DATA_DIR'],
      ['port', 'port', 'SHRINKD_PORT'],
      ['host', 'host', 'SHRINKD_HOST'],
      ['outputs.maxBytes', 'outputs-max-bytes', 'SHRINKD_OUTPUTS_MAX_BYTES'],
    ]);
  });

  it('have a unit where their name has one', () => {
    const units: Readonly<Record<string, string>> = { Bytes: 'bytes', Seconds: 'seconds' };
    for (const { path, unit } of [...settings, ...derivedValues]) {
      const ending = /(Bytes|Seconds)$/.exec(path)?.[1];
      if (ending !== undefined) expect(unit, path).to.equal(units[ending]);
    }
  });

  it('are valid by default', () => {
    const { config, sources } = loadConfig({ flags: {}, environment: {} });
    expect(sources).to.deep.equal({});
    const {
      encoders: _encoders,
      decoders: _decoders,
      dataDir: _placed,
      quality,
      ...others
    } = defaults();
    const byPreset = { target: 79.5, min: 60 };
    const given = { ...others, quality: { ...(quality as object), ...byPreset } } as object;
    expect(config).to.deep.include(withDerived({ ...config, ...given }));
  });

  it('are a copy for every caller', () => {
    expect(defaults()).not.to.equal(defaults());
    (defaults()['types'] as Record<string, unknown>)['image/jpeg'] = null;
    expect(defaults()).to.have.nested.property('types.image/jpeg').that.is.an('array');
  });
});
