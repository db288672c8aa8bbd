import { expect } from 'chai';
import { hash } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { readRecord, recordBytesOf } from '../../src/outputs/entry-folder.ts';
import { createFileCheck, fileStampsOf } from '../../src/outputs/file-check.ts';
import { createOutputs } from '../../src/outputs/outputs.ts';
import type { Outputs } from '../../src/outputs/output.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { publishImages, writeImageFiles } from '../support/outputs/image-files.ts';

/** Turns one bit in the middle of a file. */
const turnBit = (path: string): void => {
  const bytes = fs.readFileSync(path);
  bytes[bytes.length >> 1]! ^= 1;
  fs.writeFileSync(path, bytes);
};

const settle = (path: string): void => fs.utimesSync(path, 1, 1);

/** Turns a bit as a disk does it: a file that was settled does not look changed. */
const turnBitUnseen = (path: string): void => {
  turnBit(path);
  settle(path);
};

describe('stored files that have changed on disk', () => {
  const inFolder = temporaryFolders();
  let outputs: Outputs;
  let problems: string[];
  const start = async (): Promise<void> => {
    problems = [];
    outputs = await createOutputs({
      folder: inFolder('outputs'),
      maxBytes: 1_000_000,
      onProblem: (message) => problems.push(message),
    });
  };
  const restart = async (): Promise<void> => {
    await outputs.close();
    await start();
  };
  beforeEach(start);
  afterEach(() => outputs.close());

  const published = async (): Promise<string> =>
    (await publishImages(outputs, await writeImageFiles(inFolder('image'), {}))).id;
  const fileOf = (id: string, name: string): string => join(inFolder('outputs'), id, name);
  const isFound = async (id: string): Promise<boolean> => {
    const lease = await outputs.open(id);
    lease?.release();
    return lease !== undefined;
  };

  const changes: Readonly<Record<string, (path: string) => void>> = {
    'has one bit turned': turnBit,
    'is cut short': (path) => fs.truncateSync(path, fs.statSync(path).size - 1),
    'is empty': (path) => fs.truncateSync(path, 0),
    'has grown': (path) => fs.appendFileSync(path, '\0'),
    'is zeros': (path) => fs.writeFileSync(path, Buffer.alloc(fs.statSync(path).size)),
    'is gone': (path) => fs.rmSync(path),
    'is a folder': (path) => (fs.rmSync(path), fs.mkdirSync(path)),
  };
  for (const name of ['source', 'result']) {
    for (const [change, make] of Object.entries(changes)) {
      it(`are not given out when the ${name} ${change}, while running and after a start`, async () => {
        for (const isRestarted of [false, true]) {
          const id = await published();
          if (isRestarted) await outputs.close();
          make(fileOf(id, name));
          if (isRestarted) await start();
          expect(await isFound(id), String(isRestarted)).to.equal(false);
          expect(await isFound(id), String(isRestarted)).to.equal(false);
          expect(problems).to.have.length(1);
          expect(problems[0]).to.contain(id).and.contain('is removed');
          await outputs.close();
          expect(fs.readdirSync(inFolder('outputs'))).to.deep.equal([]);
          await start();
          expect(outputs.stats()).to.include({ entries: 0, bytes: 0 });
        }
      });
    }

    it(`are found out after a start when the ${name} does not look changed`, async () => {
      const id = await published();
      settle(fileOf(id, name));
      expect(await isFound(id)).to.equal(true);
      turnBitUnseen(fileOf(id, name));
      // Nothing tells that it is to be read again.
      expect(await isFound(id)).to.equal(true);
      await restart();
      expect(await Promise.all([isFound(id), isFound(id)])).to.deep.equal([false, false]);
      expect(problems).to.deep.equal([
        `The damaged output ${id} is removed: Error: ${name} is not what was stored`,
        ...problems.slice(1),
      ]);
      await outputs.close();
      expect(fs.existsSync(fileOf(id, name))).to.equal(false);
    });
  }

  it('are given out when only their times have changed', async () => {
    const id = await published();
    fs.utimesSync(fileOf(id, 'result'), 1, 1);
    expect(await isFound(id)).to.equal(true);
    await restart();
    expect(await isFound(id)).to.equal(true);
    expect(problems).to.deep.equal([]);
  });

  it('are read once after a start, not each time', async () => {
    const id = await published();
    settle(fileOf(id, 'result'));
    await restart();
    expect(await isFound(id)).to.equal(true);
    turnBitUnseen(fileOf(id, 'result'));
    expect(await isFound(id)).to.equal(true);
    turnBit(fileOf(id, 'source'));
    expect(await isFound(id)).to.equal(false);
  });

  it('are given to no other request, neither as equal work nor as a known result', async () => {
    const files = await writeImageFiles(inFolder('image'), { owner: 'bob', cacheKey: 'same' });
    const { id, result } = await publishImages(outputs, files);
    turnBit(fileOf(id, 'result'));
    expect(await isFound(id)).to.equal(false);
    expect(await outputs.findByCacheKey('same', 'alice')).to.equal(undefined);
    expect(await outputs.isOurResult(result.sha256, 'alice')).to.equal(false);
  });

  it('are made again when they are results of operations', async () => {
    const cacheKey = 'f'.repeat(64);
    const { resultPath, description, made } = await writeImageFiles(inFolder('image'), {});
    const publish = async (): Promise<void> => {
      const draft = outputs.draftResult(cacheKey, 'alice');
      await draft.addResult(resultPath);
      await draft.publish(description.result, made);
    };
    await publish();
    turnBit(fileOf(cacheKey, 'result'));
    expect(await outputs.openResult(cacheKey, 'alice')).to.equal(undefined);
    expect(problems).to.have.length(1);
    await publish();
    ((await outputs.openResult(cacheKey, 'alice')) ?? expect.fail('not found')).release();
  });
});

describe('the check of files', () => {
  const inFolder = temporaryFolders();

  it('reads a file once for all who ask meanwhile, and again after it has failed', async () => {
    fs.writeFileSync(inFolder('result'), 'whole');
    let digests = 0;
    const check = createFileCheck<string>((expected) => {
      digests += 1;
      return { result: hash('sha256', expected) };
    });
    const entry = { key: 'key', checkedAs: undefined };
    const ask = (record: string) =>
      check(entry, inFolder(), { record, files: { result: 'whole'.length } });
    const refused = await Promise.all([rejectionOf(ask('other')), rejectionOf(ask('other'))]);
    expect(refused.map(String)).to.deep.equal(
      Array(2).fill('Error: result is not what was stored'),
    );
    expect(entry.checkedAs).to.equal(undefined);
    await Promise.all([ask('whole'), ask('whole'), ask('whole')]);
    expect(digests).to.equal(2);
    expect(entry.checkedAs).to.equal(await fileStampsOf(inFolder(), { result: 'whole'.length }));
  });
});

describe('a record of an entry', () => {
  const inFolder = temporaryFolders();
  const record = { note: 'one', sizes: [1, 2.5, -1e21], nested: { text: 'ä\u2028"' } };
  const isRecord = (value: unknown): value is typeof record => typeof value === 'object';
  const read = (bytes: Uint8Array) => {
    fs.writeFileSync(inFolder('record.json'), bytes);
    return readRecord(inFolder(), isRecord);
  };

  it('is refused, or says the same, whichever bit of its file is turned', async () => {
    const stored = { record, files: { result: 1 } };
    const whole = recordBytesOf(stored);
    expect(await read(whole)).to.deep.equal(stored);
    let refused = 0;
    for (let bit = 0; bit < whole.length * 8; bit += 1) {
      const turned = Buffer.from(whole);
      turned[bit >> 3]! ^= 1 << (bit & 7);
      const got = await read(turned).catch(() => undefined);
      if (got === undefined) refused += 1;
      else expect(got, `bit ${bit}`).to.deep.equal(stored);
    }
    expect(refused).to.be.greaterThan(whole.length * 4);
  });
});
