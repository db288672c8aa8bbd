import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { isMachineFault } from '../../src/errors.ts';
import { keyOf, openNotes, publishNote } from '../support/outputs/note-store.ts';
import { rejectionOf } from '../support/rejection.ts';
import { smallDisks } from '../support/small-disks.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

const away = { code: 'unavailable', retryAfterSeconds: 5 };

describe('the disk LRU whose folder is away', () => {
  const temporary = temporaryFolders();

  const opened = async () => {
    const problems: string[] = [];
    let nowMs = 0;
    const notes = await openNotes(temporary('disk/store'), {
      onProblem: (problem) => problems.push(problem),
      now: () => (nowMs += 2000),
    });
    const note = { path: temporary('file'), size: 5000 };
    await publishNote(notes, 'one', note);
    const isWhole = async (): Promise<boolean> => {
      const lease = await notes.open(keyOf('one'));
      const bytes = lease && (await readFile(lease.path('result')));
      lease?.release();
      return bytes?.length === 5000;
    };
    const publish = () => publishNote(notes, 'two', note);
    return { notes, problems, isWhole, publish };
  };

  const absences: readonly (readonly [
    title: string,
    begin: (folder: string) => Promise<unknown>,
    end: (folder: string) => Promise<unknown>,
  ])[] = [
    [
      'nothing is in its place',
      (folder) => rename(folder, `${folder}-away`),
      (folder) => rename(`${folder}-away`, folder),
    ],
    [
      'an empty folder is in its place, as without its mount',
      async (folder) => {
        await rename(folder, `${folder}-away`);
        await mkdir(folder);
      },
      async (folder) => {
        await rmdir(folder);
        await rename(`${folder}-away`, folder);
      },
    ],
  ];
  for (const [title, begin, end] of absences) {
    it(`answers unavailable while ${title}, and has its entries again afterwards`, async () => {
      await mkdir(temporary('disk'));
      const { notes, problems, isWhole } = await opened();
      const folder = temporary('disk/store');
      await begin(folder);
      expect(await rejectionOf(isWhole())).to.include(away);
      await end(folder);
      expect(await isWhole()).to.equal(true);
      expect(problems).to.deep.equal([]);
      // What is missing in a folder that is there is gone.
      await rm(`${folder}/${keyOf('one')}`, { recursive: true });
      expect(await isWhole()).to.equal(false);
      await notes.close();
    });
  }

  it('answers unavailable to what is to be stored', async () => {
    await mkdir(temporary('disk'));
    const { notes, publish } = await opened();
    const before = notes.stats().bytes;
    await rename(temporary('disk/store'), temporary('disk/away'));
    expect(await rejectionOf(publish())).to.include(away);
    await rename(temporary('disk/away'), temporary('disk/store'));
    expect(notes.stats().bytes).to.equal(before);
    await publish();
    await notes.close();
  });

  describe('or read-only', () => {
    const mount = smallDisks();
    beforeEach(function () {
      mount(this, temporary('disk'), '1m');
    });

    it('reads its entries, and takes no new ones', async () => {
      const { notes, problems, isWhole, publish } = await opened();
      execFileSync('mount', ['-o', 'remount,ro', temporary('disk')]);
      expect(await isWhole()).to.equal(true);
      expect(problems.join()).to.match(/The use of the output \S+ is not noted: .*EROFS/);
      expect(await rejectionOf(publish())).to.include(away);
      execFileSync('mount', ['-o', 'remount,rw', temporary('disk')]);
      await publish();
      expect(await isWhole()).to.equal(true);
      await notes.close();
    });
  });
});

describe('an error of a file', () => {
  for (const [code, isOfMachine] of [
    ...['EROFS', 'EIO', 'ESTALE', 'ENOSPC', 'EDQUOT', 'EACCES', 'EMFILE', 'ENOTCONN'].map(
      (name) => [name, true] as const,
    ),
    ...['ENOENT', 'EISDIR', 'ENOTDIR', 'ELOOP', 'EEXIST'].map((name) => [name, false] as const),
  ]) {
    it(`with the code ${code} is ${isOfMachine ? '' : 'not '}a fault of the machine`, () => {
      expect(isMachineFault(Object.assign(new Error(code), { code }))).to.equal(isOfMachine);
    });
  }
});
