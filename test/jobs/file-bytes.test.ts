import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readlinkSync, readdirSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { pagedSource } from '../../src/image/bytes.ts';
import { withFileBytes } from '../../src/jobs/file-bytes.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { randomNumbers } from '../support/random.ts';

/** Length of the pages that files are read in. */
const page = 65_536;

/** Whether this process has the file open. */
const isOpen = (path: string): boolean =>
  readdirSync('/proc/self/fd').some((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === path;
    } catch {
      return false;
    }
  });

describe('withFileBytes', () => {
  const file = temporaryFolders();
  const content = randomBytes(3 * page + 17);
  beforeEach(() => writeFile(file('some'), content));

  const ranges: readonly (readonly [string, number, number])[] = [
    ['the first byte', 0, 1],
    ['nothing', 10, 0],
    ['what crosses two pages', page - 5, 10],
    ['a whole page that begins within one', 100, page],
    ['more than a page', 7, 2 * page],
    ['all', 0, content.length],
    ['the last byte', content.length - 1, 1],
    ['past the end', content.length - 3, 50],
    ['behind the end', content.length + 5, 50],
  ];
  for (const [title, offset, length] of ranges) {
    it(`reads ${title}`, async () => {
      const read = await withFileBytes(file('some'), (source) => source.read(offset, length));
      expect(Buffer.from(read).equals(content.subarray(offset, offset + length))).to.equal(true);
    });
  }

  it('reads into memory that is given', async () => {
    const into = new Uint8Array(page);
    await withFileBytes(file('some'), (source) => {
      const read = pagedSource(source).read(content.length - 5000, page, into);
      expect(read.buffer).to.equal(into.buffer);
      expect(Buffer.from(read).equals(content.subarray(-5000))).to.equal(true);
    });
  });

  it('reads anything in any order, and keeps what it has given', async () => {
    const random = randomNumbers(1);
    const wanted = Array.from({ length: 300 }, () => [
      random(content.length),
      random(random(10) === 0 ? 2 * page : 300),
    ]);
    await withFileBytes(file('some'), (source) => {
      expect(source.size).to.equal(content.length);
      const given = wanted.map(([offset = 0, length = 0]) => source.read(offset, length));
      given.forEach((read, index) => {
        const [offset = 0, length = 0] = wanted[index] ?? [];
        const expected = content.subarray(offset, offset + length);
        expect(Buffer.from(read).equals(expected), `${offset} ${length}`).to.equal(true);
      });
    });
  });

  it('reads an empty file', async () => {
    await writeFile(file('empty'), '');
    await withFileBytes(file('empty'), (source) => {
      expect(source.size).to.equal(0);
      expect(source.read(0, 10)).to.have.length(0);
    });
  });

  it('opens neither a link nor a pipe, and does not wait for one', async () => {
    await symlink(file('some'), file('link'));
    execFileSync('mkfifo', [file('pipe')]);
    const opened = (name: string) => rejectionOf(withFileBytes(file(name), () => 'opened'));
    expect(await opened('link')).to.include({ code: 'ELOOP' });
    expect(await opened('pipe')).to.include({ message: `${file('pipe')} is not a plain file` });
    expect(isOpen(file('pipe'))).to.equal(false);
  });

  it('closes the file after the work, also when that fails', async () => {
    const failure = new Error('no');
    const failing = withFileBytes(file('some'), async () => {
      expect(isOpen(file('some'))).to.equal(true);
      throw failure;
    });
    expect(await rejectionOf(failing)).to.equal(failure);
    expect(isOpen(file('some'))).to.equal(false);
  });
});
