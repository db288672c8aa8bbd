import { expect } from 'chai';
import { hash, randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { writeBody } from '../../src/jobs/receive-image.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

const never = new AbortController().signal;

describe('writing a body to a file', () => {
  const file = temporaryFolders();

  it('writes all bytes, and gives their length and digest', async () => {
    const content = randomBytes(200_000);
    const chunks = [content.subarray(0, 1), content.subarray(1, 70_000), content.subarray(70_000)];
    const received = await writeBody(Readable.from(chunks), file('upload'), {
      maxBytes: 200_000,
      signal: never,
    });
    expect(received).to.deep.equal({
      bytes: 200_000,
      sha256: hash('sha256', content),
    });
    expect((await readFile(file('upload'))).equals(content)).to.equal(true);
    expect((await stat(file('upload'))).mode & 0o777).to.equal(0o600);
  });

  it('refuses an empty body', async () => {
    const error = await rejectionOf(
      writeBody(Readable.from([]), file('upload'), { maxBytes: 10, signal: never }),
    );
    expect(error).to.include({ code: 'input_missing', message: 'Input file is empty.' });
  });

  it('refuses one byte too many, without reading on', async () => {
    let asked = 0;
    const endless = new Readable({
      read() {
        asked += 1;
        this.push(Buffer.alloc(10));
      },
    });
    const error = await rejectionOf(
      writeBody(endless, file('upload'), { maxBytes: 99, signal: never }),
    );
    expect(error).to.include({
      code: 'too_large',
      message: 'The image may have at most 99 bytes (limits.uploadBytes), got more.',
    });
    expect(endless.destroyed).to.equal(true);
    expect(asked).to.be.below(100_000);
  });

  it('accepts exactly as many as allowed', async () => {
    const body = Readable.from([Buffer.alloc(99)]);
    expect((await writeBody(body, file('upload'), { maxBytes: 99, signal: never })).bytes).to.equal(
      99,
    );
  });

  it('ends with the reason of the signal', async () => {
    const controller = new AbortController();
    const body = new PassThrough();
    body.write('some');
    const error = rejectionOf(
      writeBody(body, file('upload'), { maxBytes: 99, signal: controller.signal }),
    );
    const reason = new Error('the client has gone');
    controller.abort(reason);
    expect(await error).to.equal(reason);
    expect(body.destroyed).to.equal(true);
  });

  it("ends with the body's own error", async () => {
    const failure = new Error('connection reset');
    const body = new PassThrough();
    body.write('some');
    const error = rejectionOf(writeBody(body, file('upload'), { maxBytes: 99, signal: never }));
    body.destroy(failure);
    expect(await error).to.equal(failure);
  });

  it('ends with what a caller says to the bytes so far, before they are written', async () => {
    const refusal = new Error('no room');
    const arrived = (bytes: number): void => {
      if (bytes > 20) throw refusal;
    };
    const body = Readable.from([10, 10, 10].map((length) => Buffer.alloc(length)));
    const options = { maxBytes: 99, signal: never, arrived };
    expect(await rejectionOf(writeBody(body, file('upload'), options))).to.equal(refusal);
    expect((await stat(file('upload'))).size).to.be.at.most(20);
  });
});
