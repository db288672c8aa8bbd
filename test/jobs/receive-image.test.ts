import { expect } from 'chai';
import { hash } from 'node:crypto';
import { readFile, readdir, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { createImageReceiver, type ImageReceiver } from '../../src/jobs/receive-image.ts';
import { createJobFolders } from '../../src/jobs/job-folder.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { jpegOf, pngOf } from '../support/image/builders.ts';
import { killProcessesIn } from '../../src/tools/process/leftovers.ts';

const never = new AbortController().signal;

describe('the image receiver', () => {
  const file = temporaryFolders();
  let receiver: ImageReceiver;
  beforeEach(async () => {
    const folders = await createJobFolders(file('jobs'), killProcessesIn);
    receiver = createImageReceiver({
      folders,
      preparedFolders: folders,
      maxBytes: 5000,
      limits: { pixels: 1000, frames: 1 },
    });
  });

  it('gives a file named after what it is, its facts, length and digest', async () => {
    const content = jpegOf({ width: 16, height: 8 });
    const { folder, path, bytes, sha256, facts } = await receiver.receive(
      Readable.from([content]),
      never,
    );
    expect(path).to.equal(folder.file('original.jpg'));
    expect(await readdir(folder.path)).to.deep.equal(['original.jpg']);
    expect((await readFile(path)).equals(content)).to.equal(true);
    expect({ bytes, sha256 }).to.deep.equal({
      bytes: content.length,
      sha256: hash('sha256', content),
    });
    expect(facts).to.include({ mediaType: 'image/jpeg', width: 16, height: 8 });
    await folder.remove();
    expect(await readdir(file('jobs'))).to.deep.equal([]);
  });

  const refused: readonly (readonly [string, () => Readable, string])[] = [
    ['nothing', () => Readable.from([]), 'input_missing'],
    ['too many bytes', () => Readable.from([Buffer.alloc(5001)]), 'too_large'],
    ['too many pixels', () => Readable.from([pngOf({ width: 50, height: 50 })]), 'too_large'],
    ['what is no picture', () => Readable.from([Buffer.from('hello')]), 'unsupported_media_type'],
    ['a header cut short', () => Readable.from([pngOf().subarray(0, 20)]), 'decode_failed'],
  ];
  for (const [title, body, code] of refused) {
    it(`refuses ${title} and leaves nothing`, async () => {
      expect(await rejectionOf(receiver.receive(body(), never))).to.include({ code });
      expect(await readdir(file('jobs'))).to.deep.equal([]);
    });
  }

  it('leaves nothing of a body that fails', async () => {
    const body = new PassThrough();
    body.write('some');
    const failure = new Error('connection reset');
    const error = rejectionOf(receiver.receive(body, never));
    body.destroy(failure);
    expect(await error).to.equal(failure);
    expect(await readdir(file('jobs'))).to.deep.equal([]);
  });

  it('leaves nothing of a client that goes, at whatever moment', async () => {
    const reason = new Error('the client has gone');
    const takes = Array.from({ length: 40 }, async (_, index) => {
      const controller = new AbortController();
      const body = new PassThrough();
      body.write('some');
      const error = rejectionOf(receiver.receive(body, controller.signal));
      for (let turn = 0; turn < index; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      controller.abort(reason);
      expect(await error).to.equal(reason);
    });
    await Promise.all(takes);
    expect(await readdir(file('jobs'))).to.deep.equal([]);
  });

  describe('preparing an image', () => {
    it('moves it into a prepared folder, and removes its own', async () => {
      const content = jpegOf({ width: 16, height: 8 });
      const received = await receiver.receive(Readable.from([content]), never);
      const { folder, path, sha256 } = await receiver.prepare(received);
      expect(folder.path).not.to.equal(received.folder.path);
      expect(path).to.equal(folder.file('original.jpg'));
      expect(await readFile(path)).to.deep.equal(content);
      expect(sha256).to.equal(received.sha256);
      expect(await readdir(file('jobs'))).to.deep.equal([basename(folder.path)]);
    });

    it('leaves no folder where it fails', async () => {
      const content = jpegOf({ width: 16, height: 8 });
      const received = await receiver.receive(Readable.from([content]), never);
      await rm(received.path);
      expect(await rejectionOf(receiver.prepare(received))).to.have.property('code', 'ENOENT');
      expect(await readdir(file('jobs'))).to.deep.equal([]);
    });
  });
});
