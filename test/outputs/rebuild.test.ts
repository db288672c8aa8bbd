import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { StartError } from '../../src/errors.ts';
import { rejectionOf } from '../support/rejection.ts';
import {
  isNote,
  keyOf,
  notesUnderTest,
  openNotes,
  type Note,
} from '../support/outputs/note-store.ts';

describe('the disk LRU at its start', () => {
  const store = notesUnderTest();
  let problems: string[];
  const openDamaged = async (): Promise<void> => {
    problems = [];
    const onProblem = (message: string) => problems.push(message);
    store.notes = await openNotes(store.folder, { now: store.now, onProblem });
  };

  const entry = () => `${store.folder}/${keyOf('bad')}`;
  const written = (text: string) => writeFile(`${entry()}/record.json`, text);
  /** With the digest of what follows it. */
  const record = (value: object, version = 1) => {
    const rest = `${JSON.stringify(value).slice(1)}\n`;
    return written(`{"version":${version},"sha256":"${hash('sha256', rest)}",${rest}`);
  };
  const rm = (path: string) => execFileSync('rm', ['-r', path]);

  const damages: [string, () => unknown][] = [
    ['no record', () => rm(`${entry()}/record.json`)],
    ['an empty record', () => written('')],
    ['a truncated record', () => written('{"version":1,"files":{')],
    [
      'a record of another version',
      () => record({ files: { result: 100 }, record: { note: '' } }, 2),
    ],
    ['a record that is no note', () => record({ files: { result: 100 }, record: {} })],
    ['a record without files', () => record({ record: { note: '' } })],
    [
      'a record without a digest',
      () => written('{"version":1,"files":{"result":100},"record":{"note":""}}\n'),
    ],
    ['a record that is null', () => written('null')],
    [
      'a record with a path',
      async () => {
        await writeFile(store.temporary('outside'), Buffer.alloc(100));
        await record({ files: { '../../outside': 100 }, record: { note: '' } });
      },
    ],
    ['a missing file', () => rm(`${entry()}/result`)],
    ['a truncated file', () => writeFile(`${entry()}/result`, 'short')],
    ['a file too long', () => writeFile(`${entry()}/result`, Buffer.alloc(101))],
    ['a file too many', () => writeFile(`${entry()}/other`, '')],
    ['a folder in it', () => mkdir(`${entry()}/folder`)],
    ['a file for a folder', () => (rm(entry()), writeFile(entry(), ''))],
    [
      'a symbolic link for a file',
      async () => {
        await writeFile(store.temporary('outside'), Buffer.alloc(100));
        rm(`${entry()}/result`);
        await symlink(store.temporary('outside'), `${entry()}/result`);
      },
    ],
    [
      'a symbolic link for a folder',
      async () => {
        execFileSync('mv', [entry(), store.temporary('outside')]);
        await symlink(store.temporary('outside'), entry());
      },
    ],
  ];
  for (const [damage, inflict] of damages) {
    it(`removes an entry that has ${damage}, and reports it`, async () => {
      await store.publish('good');
      await store.publish('bad', 100);
      await store.notes.close();
      await inflict();
      await openDamaged();
      expect(problems).to.have.length(1);
      expect(problems[0]).to.include(`The damaged output ${entry()} is removed: `);
      expect(await readdir(store.folder)).to.deep.equal([keyOf('good')]);
      expect([await store.isFound('good'), await store.isFound('bad')]).to.deep.equal([
        true,
        false,
      ]);
      expect(store.notes.stats()).to.deep.include({ entries: 1, bytes: 12_288 });
      if (damage.startsWith('a symbolic'))
        expect(existsSync(store.temporary('outside'))).to.equal(true);
    });
  }

  it('removes what a crash left half written or half removed, silently', async () => {
    await mkdir(`${store.folder}/.draft-1/x`, { recursive: true });
    await mkdir(`${store.folder}/.gone-1`);
    await writeFile(`${store.folder}/.gone-1/result`, 'x');
    await store.restart();
    expect(await readdir(store.folder)).to.deep.equal([]);
  });

  it('leaves other names alone, and reports them', async () => {
    await mkdir(`${store.folder}/lost+found`);
    await writeFile(`${store.folder}/holiday.jpg`, 'x');
    await store.notes.close();
    await openDamaged();
    expect(await readdir(store.folder)).to.have.members(['lost+found', 'holiday.jpg']);
    expect(problems.toSorted()).to.deep.equal([
      `${store.folder}/holiday.jpg is no output. It is left alone.`,
      `${store.folder}/lost+found is no output. It is left alone.`,
    ]);
  });

  it('reports each entry to its listener, and later each removal', async () => {
    await store.publish('one');
    await store.publish('two');
    await store.notes.close();
    const heard: string[] = [];
    store.notes = await openNotes(store.folder, {
      now: store.now,
      onAdd: (key, { note }) => heard.push(`+${key} ${note}`),
      onRemove: (key) => heard.push(`-${key}`),
    });
    expect(heard).to.have.members([`+${keyOf('one')} one`, `+${keyOf('two')} two`]);
    await store.notes.remove(keyOf('one'));
    expect(heard.at(-1)).to.equal(`-${keyOf('one')}`);
  });

  it('fails, and removes nothing, when an entry is unreadable for a reason outside it', async () => {
    await store.publish('one');
    await store.notes.close();
    const isRecord = (value: unknown): value is Note => {
      throw Object.assign(new Error(`${String(value)} is not read`), { code: 'EMFILE' });
    };
    const error = await rejectionOf(openNotes(store.folder, { isRecord }));
    expect(error).to.be.instanceOf(StartError);
    expect(String(error)).to.contain(store.folder).and.contain('EMFILE');
    await store.open();
    expect(await store.isFound('one')).to.equal(true);
  });

  it('fails when its folder cannot be opened', async () => {
    await writeFile(store.temporary('file'), '');
    const error = await rejectionOf(openNotes(`${store.temporary('file')}/store`));
    expect(error).to.be.instanceOf(StartError);
    expect(String(error))
      .to.contain(`${store.temporary('file')}/store`)
      .and.contain('ENOTDIR');
  });

  it('keeps an entry that later is unreadable for a reason outside it', async () => {
    await store.publish('one');
    await store.notes.close();
    let isUnreadable = false;
    const isRecord = (value: unknown): value is Note => {
      if (!isUnreadable) return isNote(value);
      throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    };
    store.notes = await openNotes(store.folder, { now: store.now, isRecord });
    isUnreadable = true;
    const error = await rejectionOf(store.notes.open(keyOf('one')));
    expect(error).to.have.nested.property('cause.code', 'EMFILE');
    isUnreadable = false;
    expect(await store.isFound('one')).to.equal(true);
  });

  it('finds no entry whose record breaks later, and reports it', async () => {
    await store.publish('bad');
    await store.notes.close();
    await openDamaged();
    await written('"broken"');
    expect(await store.notes.open(keyOf('bad'))).to.equal(undefined);
    await store.notes.close();
    expect(problems[0]).to.include(`The damaged output ${keyOf('bad')} is removed: `);
    expect(await readdir(store.folder)).to.deep.equal([]);
  });

  it('goes by the times on disk, whatever the order of the names', async () => {
    for (const name of ['a', 'b', 'c']) await store.publish(name);
    await store.notes.close();
    for (const [at, name] of ['b', 'c', 'a'].entries()) {
      const seconds = store.nowMs / 1000 - 10 + at;
      await utimes(`${store.folder}/${keyOf(name)}/record.json`, seconds, seconds);
    }
    await store.open(2 * 12_288);
    expect(await readdir(store.folder)).to.have.members(['c', 'a'].map(keyOf));
  });
});
