import { expect } from 'chai';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { ServiceError } from '../../src/errors.ts';
import { rejectionOf } from '../support/rejection.ts';
import { smallDisks } from '../support/small-disks.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { keyOf, openNotes, publishNote } from '../support/outputs/note-store.ts';

describe('the disk LRU on a disk that is smaller than its limit', () => {
  const temporary = temporaryFolders();

  // A describe of its own, so that its hook unmounts the disk before the folder around it is removed.
  describe('of 128 kB', () => {
    const mount = smallDisks();
    beforeEach(function () {
      mount(this, temporary('disk'), '128k');
    });

    it('answers storage_full with the cause, leaves nothing behind, and goes on', async () => {
      const notes = await openNotes(temporary('disk/store'));
      await publishNote(notes, 'before', { path: temporary('file'), size: 20_000 });
      const { bytes } = notes.stats();
      const attempt = publishNote(notes, 'large', { path: temporary('file'), size: 200_000 });
      const error = await rejectionOf(attempt);
      expect(error).to.be.instanceOf(ServiceError).and.to.have.property('code', 'storage_full');
      expect(error).to.have.nested.property('cause.code', 'ENOSPC');
      expect(await readdir(temporary('disk/store'))).to.deep.equal([keyOf('before')]);
      expect(notes.stats().bytes).to.equal(bytes);
      await publishNote(notes, 'after', { path: temporary('file'), size: 20_000 });
      const lease = await notes.open(keyOf('after'));
      expect(await readFile(lease?.path('result') ?? '')).to.have.length(20_000);
      lease?.release();
      await notes.close();
    });

    it('answers storage_full when the record does not fit', async () => {
      const notes = await openNotes(temporary('disk/store'));
      await publishNote(notes, 'before', { path: temporary('file'), size: 10_000 });
      const draft = notes.begin(keyOf('one'));
      await writeFile(temporary('disk/filler'), Buffer.alloc(200_000)).catch(() => undefined);
      const error = await rejectionOf(draft.publish({ note: 'x'.repeat(100) }));
      expect(error).to.have.property('code', 'storage_full');
      expect(await readdir(temporary('disk/store'))).to.deep.equal([keyOf('before')]);
      await notes.close();
    });
  });
});
