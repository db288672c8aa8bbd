import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { derivedOf, derivedValues, withDerived } from '../../src/config/derived.ts';
import { loadConfig } from '../../src/config/load.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

type Tree = Readonly<Record<string, unknown>>;

const pathsOf = (tree: Tree, path = ''): readonly string[] =>
  Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'object' ? pathsOf(value as Tree, `${path}${name}.`) : [`${path}${name}`],
  );

const derivedFrom = (flags: Readonly<Record<string, string>>) =>
  derivedOf(loadConfig({ flags, environment: {} }).config);

describe('values that follow from settings', () => {
  const inFolder = temporaryFolders();

  it('are each described', () => {
    expect(derivedValues.map(({ path }) => path)).to.deep.equal(pathsOf(derivedFrom({})));
  });

  const workFreeBytes = 64 * 1024 ** 2;

  it('are these by default', () => {
    expect(derivedFrom({})).to.deep.equal({
      limits: {
        ...{ firstByteSeconds: 10, headersSeconds: 20, bodyWindowSeconds: 10 },
        workFreeBytes,
      },
      source: { connectSeconds: 5, firstByteSeconds: 10 },
      tools: {
        ...{ deadlineSeconds: 50, cpuSeconds: 60, fileBytes: 1024 ** 3, folderFiles: 4000 },
        processes: 4096,
      },
      web: { idleHours: 24, demo: { uploadBytes: 5_000_000 } },
      outputs: { bucket: { attempts: 4 } },
      state: { graceSeconds: 60 },
      storage: { attempts: 3, maxUploads: 200 },
      quality: { trials: 4, budget: 5, paletteBudget: 12 },
    });
  });

  it('are part of the configuration', () => {
    const { config } = loadConfig({ flags: { 'limits-request-seconds': '4' }, environment: {} });
    expect(config.limits).to.include({ requestSeconds: 4, headersSeconds: 4 });
    expect(withDerived(config)).to.deep.equal(config);
  });

  it('cannot be set', () => {
    for (const { path } of derivedValues) {
      const variable = `SHRINKD_${path.replaceAll('.', '_').replace(/[A-Z]/g, '_$&').toUpperCase()}`;
      expect(() => loadConfig({ flags: {}, environment: { [variable]: '1' } })).to.throw(
        `${variable}: no such setting; "shrinkd config" lists them`,
      );
      const tree = path.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), 1);
      writeFileSync(inFolder('config.json'), JSON.stringify(tree));
      expect(() => loadConfig({ flags: { config: inFolder('config.json') }, environment: {} }))
        .to.throw()
        .with.property('message')
        .that.matches(new RegExp(`- ${path}: expected one of .*, got an unknown name$`));
    }
  });

  it('leave the time of a short request to its parts', () => {
    expect(derivedFrom({ 'limits-request-seconds': '12' }).limits).to.deep.equal({
      ...{ firstByteSeconds: 10, headersSeconds: 12, bodyWindowSeconds: 3, workFreeBytes },
    });
    expect(derivedFrom({ 'limits-request-seconds': '8' }).limits).to.deep.equal({
      ...{ firstByteSeconds: 8, headersSeconds: 8, bodyWindowSeconds: 2, workFreeBytes },
    });
  });

  it('leave a 64th of the most bytes of the work folder free', () => {
    const { limits } = derivedFrom({ 'limits-work-bytes': '939524096' });
    expect(limits.workFreeBytes).to.equal(14_680_064);
  });

  it('divide the time of a source', () => {
    expect(derivedFrom({ 'source-total-seconds': '12' }).source).to.deep.equal({
      ...{ connectSeconds: 2, firstByteSeconds: 4 },
    });
  });

  it('let a tool run nearly as long as the answer may take', () => {
    expect(derivedFrom({ 'queue-answer-seconds': '300' }).tools).to.include({
      ...{ deadlineSeconds: 292, cpuSeconds: 351 },
    });
    expect(derivedFrom({ 'queue-answer-seconds': '10' }).tools).to.include({
      ...{ deadlineSeconds: 8, cpuSeconds: 10 },
    });
  });

  for (const [frames, folderFiles] of [
    [1, 101],
    [100, 200],
    [5000, 10_000],
  ]) {
    it(`leave room for the files of an animation of ${frames} frames`, () => {
      expect(derivedFrom({ 'limits-frames': String(frames) }).tools).to.include({ folderFiles });
    });
  }

  it('let many tools at once have their processes', () => {
    expect(derivedFrom({ 'queue-slots': '1024' }).tools).to.include({ processes: 16_384 });
  });

  it('are no longer than a session, and no larger than an upload', () => {
    const flags = { 'web-session-hours': '8', 'limits-upload-bytes': '1000' };
    expect(derivedFrom(flags).web).to.deep.equal({ idleHours: 8, demo: { uploadBytes: 1000 } });
  });

  for (const [effort, quality] of [
    ['fast', { trials: 3, budget: 3, paletteBudget: 7.2 }],
    ['balanced', { trials: 4, budget: 5, paletteBudget: 12 }],
    ['best', { trials: 6, budget: 10, paletteBudget: 24 }],
  ] as const) {
    it(`are how long a search may be, with the effort ${effort}`, () => {
      expect(derivedFrom({ 'quality-effort': effort }).quality).to.deep.equal(quality);
    });
  }

  it('give a file half of the folder of a job', () => {
    const { fileBytes } = derivedFrom({ 'tools-folder-bytes': '10000001' }).tools;
    expect(fileBytes).to.equal(5_000_000);
  });
});
