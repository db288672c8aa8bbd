import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { compose } from '../src/compose.ts';
import { workFolderOf, type DataPaths } from '../src/data/data-folder.ts';
import { StartError } from '../src/errors.ts';
import { configIn, makeData, silent } from './support/data/made-data.ts';
import { rejectionOf } from './support/rejection.ts';
import { temporaryFolders } from './support/temporary-folders.ts';

/** Puts something broken at a path; `whole` is the file that was there. */
type Break = (path: string, whole: Buffer) => void;

const write =
  (broken: (whole: Buffer) => Uint8Array | string): Break =>
  (path, whole) =>
    writeFileSync(path, broken(whole));

const contents: Readonly<Record<string, Break>> = {
  empty: write(() => ''),
  'cut in half': write((whole) => whole.subarray(0, whole.length / 2)),
  'as many zeros': write((whole) => Buffer.alloc(whole.length)),
  garbage: write(() => randomBytes(100)),
};

const laterVersion: Readonly<Record<string, Break>> = {
  'of a later version': write((whole) => whole.toString().replace(/(?<="version": ?)\d/, '9')),
};

const notFile: Readonly<Record<string, Break>> = {
  'a folder': (path) => mkdirSync(path),
  // A loop of links is unreadable for root too.
  unreadable: (path) => symlinkSync(basename(path), path),
};

const brokenLink: Readonly<Record<string, Break>> = {
  'a link to a file that is gone': (path) => symlinkSync('/nowhere/at/all', path),
};

const notFolder: Readonly<Record<string, Break>> = {
  'a file': (path) => writeFileSync(path, ''),
  unreadable: (path) => symlinkSync(basename(path), path),
  ...brokenLink,
};

const forms = { ...contents, ...notFile, ...brokenLink };

const cases: readonly Readonly<{
  name: string;
  pathOf: (paths: DataPaths, work: string) => string;
  breaks: Readonly<Record<string, Break>>;
  remedy: RegExp;
}>[] = [
  {
    name: 'the accounts file',
    pathOf: ({ accounts }) => accounts,
    breaks: { ...forms, ...laterVersion },
    remedy: /Restore (it|that) from a backup/,
  },
  {
    name: 'the counters file',
    pathOf: ({ counters }) => counters,
    breaks: { ...forms, ...laterVersion },
    remedy: /Restore (it|that) from a backup/,
  },
  {
    name: 'the secret file',
    pathOf: ({ secret }) => secret,
    breaks: forms,
    remedy: /Restore it from (the|a) backup/,
  },
  {
    name: 'the state file',
    pathOf: ({ state }) => state,
    breaks: { ...forms, ...laterVersion },
    remedy: /Remove it/,
  },
  {
    name: 'the lock',
    pathOf: ({ lock }) => lock,
    breaks: { ...notFile, ...brokenLink },
    remedy: /Remove what is in its place/,
  },
  {
    name: 'the lock of the accounts',
    pathOf: ({ accounts }) => `${accounts}.lock`,
    breaks: { ...notFile, ...brokenLink },
    remedy: /Remove what is in its place/,
  },
  {
    name: 'the outputs folder',
    pathOf: ({ outputs }) => outputs,
    breaks: notFolder,
    remedy: /move it away/,
  },
  {
    name: 'the work folder',
    pathOf: (_, work) => work,
    breaks: notFolder,
    remedy: /Remove what is in its place|Set workDir to another/,
  },
  {
    name: 'the folder of the work folder',
    pathOf: (_, work) => dirname(work),
    breaks: notFolder,
    remedy: /Remove what is in its place|set workDir to another/,
  },
  {
    name: 'the data folder',
    pathOf: ({ folder }) => folder,
    breaks: notFolder,
    remedy: /Choose another with --data or SHRINKD_DATA_DIR/,
  },
];

describe('a start on a data folder in which something is broken', () => {
  const inFolder = temporaryFolders();

  for (const { name, pathOf, breaks, remedy } of cases) {
    for (const [form, breakIt] of Object.entries(breaks)) {
      it(`ends with a sentence when ${name} is ${form}, and leaves it alone`, async () => {
        const config = configIn(inFolder());
        const paths = await makeData(inFolder());
        const path = pathOf(paths, await workFolderOf(config.workDir, paths));
        const whole = existsSync(path) ? wholeOf(path) : Buffer.alloc(0);
        rmSync(path, { recursive: true, force: true });
        mkdirSync(dirname(path), { recursive: true });
        breakIt(path, whole);
        const before = fingerprintOf(path);
        const started = compose(config, { log: silent, path: '', apiKey: undefined });
        const error = await rejectionOf(started);
        expect(error).to.be.instanceOf(StartError).and.include({ exitCode: 1 });
        const { message } = error as StartError;
        expect(message).to.contain(dirname(path)).and.contain(basename(path)).and.match(remedy);
        expect(message).not.to.match(/\n +at /);
        expect(fingerprintOf(path)).to.deep.equal(before);
      });
    }
  }
});

const wholeOf = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
};

/** What is at a path: a file's bytes, a link's target, the kind of the rest. */
const fingerprintOf = (path: string): unknown => {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return readlinkSync(path);
  return stats.isFile() ? readFileSync(path, 'hex') : stats.isDirectory();
};
