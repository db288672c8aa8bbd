import { expect } from 'chai';
import { hash, randomBytes } from 'node:crypto';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { writeHashedPieces, writePieces } from '../../src/jobs/write-pieces.ts';
import type { Piece } from '../../src/image/bytes.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { applied } from '../support/image/builders.ts';

describe('writePieces', () => {
  const file = temporaryFolders();
  const source = randomBytes(300_000);
  beforeEach(() => writeFile(file('source'), source));

  const cases: Readonly<Record<string, readonly Piece[]>> = {
    'the whole file': [{ kind: 'copy', offset: 0, length: source.length }],
    'ranges and new bytes in between': [
      { kind: 'copy', offset: 5, length: 100_000 },
      { kind: 'bytes', bytes: Buffer.from('between') },
      { kind: 'copy', offset: 200_000, length: 100_000 },
    ],
    'an empty range': [
      { kind: 'copy', offset: 7, length: 0 },
      { kind: 'copy', offset: 7, length: 1 },
    ],
    'no pieces': [],
  };
  for (const [title, pieces] of Object.entries(cases)) {
    it(`writes ${title}`, async () => {
      const written = await writeHashedPieces(file('source'), pieces, file('target'));
      const expected = applied(pieces, source);
      expect((await readFile(file('target'))).equals(expected)).to.equal(true);
      expect(written).to.deep.equal({
        bytes: expected.length,
        sha256: hash('sha256', expected),
      });
    });
  }

  it('writes more than a chunk', async () => {
    const large = randomBytes(2_500_000);
    await writeFile(file('large'), large);
    const pieces: readonly Piece[] = [
      { kind: 'bytes', bytes: Buffer.from('first') },
      { kind: 'copy', offset: 10, length: 2_400_000 },
      { kind: 'bytes', bytes: randomBytes(1_100_000) },
      { kind: 'copy', offset: 0, length: 9 },
    ];
    const written = await writeHashedPieces(file('large'), pieces, file('target'));
    const expected = applied(pieces, large);
    expect((await readFile(file('target'))).equals(expected)).to.equal(true);
    expect(written.sha256).to.equal(hash('sha256', expected));
  });

  it('rejects where the source has become shorter', async () => {
    const pieces = [{ kind: 'copy', offset: source.length - 1, length: 2 }] as const;
    const error = await rejectionOf(writePieces(file('source'), pieces, file('target')));
    expect(error).to.include({ message: 'the file of the pieces has become shorter' });
  });

  it('writes to no file that a link leads to', async () => {
    await writeFile(file('outside'), 'kept');
    await symlink(file('outside'), file('target'));
    const pieces = [{ kind: 'copy', offset: 0, length: 1 }] as const;
    const error = await rejectionOf(writePieces(file('source'), pieces, file('target')));
    expect(error).to.include({ code: 'ELOOP' });
    expect(await readFile(file('outside'), 'utf8')).to.equal('kept');
  });

  it('rejects where the source cannot be read', async () => {
    const pieces = [{ kind: 'copy', offset: 0, length: 1 }] as const;
    const error = await rejectionOf(writePieces(file('missing'), pieces, file('target')));
    expect(error).to.include({ code: 'ENOENT' });
  });
});
