import { expect } from 'chai';
import { mkdirSync, readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { writeInto } from '../../../src/storage/bucket/received.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

const receiving = { maxBytes: 1000, silenceMs: 10_000, signal: new AbortController().signal };

describe('an object that is received', () => {
  const temporary = temporaryFolders();

  it('leaves no file where it is too long, also when that is seen before the file is open', async () => {
    mkdirSync(temporary('objects'));
    const refused = async (name: string): Promise<void> => {
      const file = { path: temporary(`objects/${name}`), bytes: 1000, sha256: '' };
      await rejectionOf(writeInto(Readable.from([Buffer.alloc(2000)]), file, receiving));
    };
    // A few at once keep the threads that open files busy.
    for (let round = 0; round < 300; round += 1) {
      const names = Array.from({ length: 6 }, (_, index) => `${round}-${index}`);
      await Promise.all(names.map(refused));
    }
    expect(readdirSync(temporary('objects'))).to.deep.equal([]);
  });
});
