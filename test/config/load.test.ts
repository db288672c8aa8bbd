import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from '../../src/errors.ts';
import { loadConfig, type ConfigInput, type LoadedConfig } from '../../src/config/load.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

describe('the configuration', () => {
  const inFolder = temporaryFolders();

  const load = ({
    file,
    flags = {},
    environment = {},
  }: Partial<ConfigInput> & { file?: unknown }): LoadedConfig => {
    if (file === undefined) return loadConfig({ flags, environment });
    const path = inFolder('config.json');
    writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file));
    return loadConfig({ flags: { ...flags, config: path }, environment });
  };

  /** The problems that the configuration is refused for, one a line. */
  const problemsOf = (given: Parameters<typeof load>[0]): readonly string[] => {
    try {
      load(given);
    } catch (error) {
      expect(error).to.be.instanceOf(StartError).with.property('exitCode', 2);
      const [head = '', ...lines] = (error as Error).message.split('\n');
      const count = lines.length === 1 ? 'a problem' : `${lines.length} problems`;
      expect(head).to.equal(`The configuration has ${count}:`);
      return lines.map((line) => line.replace(/^ {2}- /, ''));
    }
    throw new Error('The configuration was accepted.');
  };

  describe('of one setting', () => {
    const file = { port: 1001 };
    const environment = { SHRINKD_PORT: '1002' };
    const flags = { port: '1003' };
    for (const [given, port, source] of [
      [{}, 8443, undefined],
      [{ file }, 1001, 'file'],
      [{ file, environment }, 1002, 'environment'],
      [{ file, environment, flags }, 1003, 'flag'],
      [{ flags }, 1003, 'flag'],
      [{ environment }, 1002, 'environment'],
    ] as const) {
      it(`takes the value of the ${source ?? 'default'} from: ${Object.keys(given).join(', ')}`, () => {
        const { config, sources } = load(given);
        expect(config.port).to.equal(port);
        expect(sources).to.deep.equal(source === undefined ? {} : { port: source });
      });
    }
  });

  it('takes the file from SHRINKD_CONFIG, and rather from the flag', () => {
    const [one, other] = [inFolder('one.json'), inFolder('other.json')];
    writeFileSync(one, '{"port":1}');
    writeFileSync(other, '{"port":2}');
    const environment = { SHRINKD_CONFIG: one };
    expect(loadConfig({ flags: {}, environment }).config.port).to.equal(1);
    expect(loadConfig({ flags: { config: other }, environment }).config.port).to.equal(2);
  });

  it('changes only what the file names, below groups too', () => {
    const { config, sources } = load({ file: { limits: { pixels: 5 } } });
    expect(config.limits).to.include({ pixels: 5, frames: 2000 });
    expect(sources).to.deep.equal({ 'limits.pixels': 'file' });
  });

  it('has its data below the program, whichever folder the command is started in', () => {
    const own = fileURLToPath(new URL('../../data', import.meta.url));
    const cwd = process.cwd();
    process.chdir(inFolder());
    try {
      expect(load({}).config.dataDir).to.equal(own);
      expect(load({ file: { port: 1 } }).config.dataDir).to.equal(own);
    } finally {
      process.chdir(cwd);
    }
  });

  it("takes a file's paths from the file's folder, and others from where the command is started", () => {
    const file = {
      dataDir: 'data',
      workDir: '../work',
      tls: { cert: './cert.pem', key: '/etc/key.pem' },
    };
    const { config } = load({ file });
    expect(config).to.include({ dataDir: inFolder('data'), workDir: join(inFolder(), '../work') });
    expect(config.tls).to.include({ cert: inFolder('cert.pem'), key: '/etc/key.pem' });
    expect(load({ file, flags: { data: 'data' } }).config.dataDir).to.equal('data');
    expect(load({ file, environment: { SHRINKD_DATA_DIR: 'x' } }).config.dataDir).to.equal('x');
    expect(load({ file: { workDir: '' } }).config.workDir).to.equal('');
  });

  for (const file of [{ dataDir: 5 }, { tls: { cert: 5 } }, { tls: null }, { tls: 'x' }]) {
    it(`still refuses ${JSON.stringify(file)} for its type`, () => {
      const [name] = Object.keys(file);
      expect(problemsOf({ file })[0]).to.match(new RegExp(`^${name}`));
    });
  }

  it('reads text as each setting needs it', () => {
    const { config } = load({
      environment: {
        SHRINKD_SOURCE_ALLOW: ' 10.0.0.0/8, ,fd00::/8 ',
        SHRINKD_OUTPUTS_PUBLIC_DOWNLOAD: 'TRUE',
        SHRINKD_INTERNAL_PORT: 'null',
        SHRINKD_SHUTDOWN_GRACE_SECONDS: '0.5',
        SHRINKD_TOOLS_PATH: '',
      },
      flags: { 'tls-mode': 'proxy', host: '::1', 'limits-pixels': '1e6' },
    });
    expect(config.source.allow).to.deep.equal(['10.0.0.0/8', 'fd00::/8']);
    expect(config.outputs.publicDownload).to.equal(true);
    expect(config.internal.port).to.equal(null);
    expect(config.shutdown.graceSeconds).to.equal(0.5);
    expect(config.tools.path).to.deep.equal([]);
    expect(config.tls.mode).to.equal('proxy');
    expect(config.host).to.equal('::1');
    expect(config.limits.pixels).to.equal(1_000_000);
  });

  for (const [text, value] of [
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ] as const) {
    it(`reads ${text} as ${value}`, () => {
      const { config } = load({ flags: { 'outputs-public-download': text } });
      expect(config.outputs.publicDownload).to.equal(value);
    });
  }

  for (const text of ['yes', '', '__proto__', 'constructor']) {
    it(`does not read "${text}" as true or false`, () => {
      expect(problemsOf({ flags: { 'outputs-public-download': text } })).to.deep.equal([
        `--outputs-public-download: expected a boolean, got "${text}"`,
      ]);
    });
  }

  for (const text of ['many', '', ' ', '1,5', 'Infinity', 'NaN']) {
    it(`does not read "${text}" as a number`, () => {
      expect(problemsOf({ environment: { SHRINKD_PORT: text } })).to.deep.equal([
        `SHRINKD_PORT: expected a number, got "${text}"`,
      ]);
    });
  }

  it('is refused with all problems in one error', () => {
    const problems = problemsOf({
      file: { port: 'x', limit: {}, tls: { mode: 'none' }, queue: { maxJobs: 0 } },
      environment: { SHRINKD_LOG_LEVEL: 'loud', SHRINKD_PROT: '1', SHRINKD_API_KEY: 'hunter2' },
      flags: { 'limits-frames': 'few' },
    });
    const paths = [
      '--limits-frames',
      'SHRINKD_PROT',
      'SHRINKD_API_KEY',
      'limit',
      'port',
      'tls.mode',
      'queue.maxJobs',
      'log.level',
    ];
    expect(problems.map((problem) => problem.split(':')[0])).to.have.members(paths);
    expect(problems.join('\n')).not.to.contain('hunter2');
  });

  for (const [title, file, problem] of [
    ['is missing', undefined, /ENOENT/],
    ['is no JSON', '{"port":', /JSON/],
    ['is a list', '[]', /expected a JSON object/],
    ['is null', 'null', /expected a JSON object/],
    ['has null for a group', '{"limits":null}', /^limits: expected an object, got null/],
    ['has a list for a group', '{"limits":[]}', /^limits: expected an object, got an array of 0/],
    [
      'has text for a number',
      '{"limits":{"pixels":"5"}}',
      /^limits\.pixels: expected an integer, got "5"/,
    ],
  ] as const) {
    it(`is refused when its file ${title}`, () => {
      const given = file === undefined ? { flags: { config: inFolder('none.json') } } : { file };
      const problems = problemsOf(given);
      expect(problems).to.have.length(1);
      expect(problems[0]).to.match(problem);
    });
  }

  describe('on a processor that cannot measure results', () => {
    const loadThere = (flags: Readonly<Record<string, string>>) =>
      loadConfig({ flags, environment: {}, canMeasure: false });

    it('is in fixed mode, and says so', () => {
      const { config, warnings } = loadThere({});
      expect(config.quality.mode).to.equal('fixed');
      expect(config.types['image/png']!.flat()).not.to.include('lossy-png');
      expect(warnings).to.have.length(1);
      expect(warnings[0]).to.include('quality.mode is fixed here').and.to.include('SIMD');
    });

    it('says nothing where fixed mode is configured', () => {
      expect(loadThere({ 'quality-mode': 'fixed' }).warnings).to.deep.equal([]);
    });
  });

  it('names a variable that no setting has, and one that is like it', () => {
    const environment = { SHRINKD_PROT: '1', SHRINKD_LUNCH: 'soup', OTHER: 'x' };
    expect(problemsOf({ environment })).to.deep.equal([
      'SHRINKD_PROT: no such setting (did you mean "SHRINKD_PORT"?); "shrinkd config" lists them',
      'SHRINKD_LUNCH: no such setting; "shrinkd config" lists them',
    ]);
  });

  it('gives the key of the first account and the folders of programs, which are no settings', () => {
    const key = 'A'.repeat(32);
    const loaded = load({ environment: { SHRINKD_API_KEY: key, PATH: '/usr/bin' } });
    expect(loaded).to.include({ apiKey: key, path: '/usr/bin' });
    expect(JSON.stringify(loaded.config)).not.to.contain(key);
    expect(load({})).to.include({ apiKey: undefined, path: '' });
  });

  describe('of encoders and types', () => {
    const avifenc = {
      produces: 'image/avif',
      reads: ['image/png'],
      command: ['avifenc', '{input}', '{output}'],
    };

    it('adds encoders by name, with what they leave out', () => {
      const { config, sources } = load({ file: { encoders: { avifenc } } });
      expect(config.encoders).to.include.keys('mozjpeg', 'cwebp', 'avifenc');
      expect(config.encoders['avifenc']).to.deep.equal({
        ...avifenc,
        ...{ effort: {}, from: {}, lossless: false, animated: false, exit: {} },
        damaged: [],
        version: ['--version'],
      });
      expect(sources).to.deep.equal({ 'encoders.avifenc': 'file' });
    });

    it('replaces an encoder whole', () => {
      const mozjpeg = {
        produces: 'image/jpeg',
        reads: ['image/jpeg'],
        command: ['x', '{input}', '{output}'],
      };
      const { config } = load({ file: { encoders: { mozjpeg } } });
      expect(config.encoders['mozjpeg']?.command).to.deep.equal(mozjpeg.command);
      expect(config.encoders['mozjpeg']).not.to.have.property('quality');
      expect(config.encoders['mozjpeg']?.damaged).to.deep.equal([]);
    });

    it('completes and removes decoders', () => {
      const decoder = { command: ['d', '{input}', '{output}'] };
      const decoders = { 'image/avif': decoder, 'image/webp': null };
      const { config } = load({ file: { decoders } });
      expect(Object.keys(config.decoders)).to.have.members(['image/jpeg', 'image/avif']);
      expect(config.decoders['image/avif']).to.deep.equal({
        ...decoder,
        writes: 'image/x-portable-pixmap',
        exit: {},
        version: ['--version'],
      });
    });

    it('leaves chains of adaptive mode out of fixed mode', () => {
      const chainsIn = (mode: string) =>
        load({ file: { quality: { mode } } }).config.types['image/png'];
      expect(chainsIn('adaptive')).to.deep.include(['palette', 'oxipng-thorough']);
      expect(chainsIn('fixed')).to.deep.equal([['pngquant', 'oxipng'], ['oxipng']]);
    });

    it('removes what is null', () => {
      const { config } = load({
        file: {
          encoders: { pngquant: null },
          types: { 'image/png': [['oxipng']], 'image/webp': null },
          wildcardTypes: ['image/jpeg', 'image/png'],
        },
      });
      expect(config.encoders).not.to.have.property('pngquant');
      expect(Object.keys(config.types)).to.have.members(['image/jpeg', 'image/png', 'image/avif']);
    });

    it('replaces the chains of a type, and adds types', () => {
      const types = { 'image/jpeg': [['jpegtran']], 'image/avif': [['avifenc']] };
      const { config, sources } = load({ file: { encoders: { avifenc }, types } });
      expect(config.types['image/jpeg']).to.deep.equal([['jpegtran']]);
      expect(config.types['image/avif']).to.deep.equal([['avifenc']]);
      expect(config.types).to.include.keys('image/png', 'image/webp');
      expect(sources).to.include({ 'types.image/jpeg': 'file', 'types.image/avif': 'file' });
    });
  });

  describe('with the names of inherited properties', () => {
    for (const file of [
      '{"__proto__":{"polluted":1}}',
      '{"limits":{"__proto__":{"polluted":1}}}',
      '{"encoders":{"__proto__":{"polluted":1}}}',
      '{"types":{"__proto__":[["mozjpeg"]]}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"types":{"image/jpeg":[["constructor"]]}}',
      '{"types":{"image/jpeg":[["__proto__"]]}}',
      '{"wildcardTypes":["constructor"]}',
      '{"wildcardTypes":["__proto__"]}',
    ]) {
      it(`is refused, and nothing else changes: ${file}`, () => {
        expect(problemsOf({ file })).to.have.length.greaterThan(0);
        expect({}).not.to.have.property('polluted');
        expect(load({}).config.limits).not.to.have.property('polluted');
      });
    }
  });
});
