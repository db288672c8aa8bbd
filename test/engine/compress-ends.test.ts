import { expect } from 'chai';
import { readdir } from 'node:fs/promises';
import { ServiceError } from '../../src/errors.ts';
import { rejectionOf } from '../support/rejection.ts';
import { anim, anmf, bytes, vp8l, vp8x, webpOf } from '../support/image/builders.ts';
import { exifSegment, exifWithOrientation } from '../support/image/metadata.ts';
import {
  createCompressing,
  tableOf,
  toolCommand,
  type Compressing,
} from '../support/engine/compressing.ts';
import { isInUse, numbersIn, until, untilGone } from '../support/tools/processes.ts';
import type { SamplePictures } from '../support/engine/sample-pictures.ts';

const jpeg = 'image/jpeg';
/** Where the scan data of a JPEG begins. */
const scanStartOf = (picture: Buffer): number => {
  let offset = 2;
  while (picture[offset + 1] !== 0xda) offset += 2 + picture.readUInt16BE(offset + 2);
  return offset;
};

describe('engine, when a job cannot go on', function () {
  // Real encoders, on a machine that may be busy.
  this.timeout(20_000);
  let engine: Compressing;
  let pictures: SamplePictures;
  before(async () => {
    engine = await createCompressing();
    ({ pictures } = engine);
  });
  after(() => engine.close());
  afterEach(async () => {
    expect([engine.permits.held(), engine.permits.waiting()]).to.deep.equal([0, 0]);
  });

  const jpegtran = {
    command: ['jpegtran', '-copy', 'none', '-optimize', '-outfile', '{output}', '{input}'],
    lossless: true,
  };
  const serviceError = async (running: Promise<unknown>): Promise<ServiceError> => {
    const error = await rejectionOf(running);
    expect(error).to.be.instanceOf(ServiceError);
    return error as ServiceError;
  };

  describe('on a truncated JPEG', () => {
    for (const share of [0.4, 0.7, 0.99]) {
      it(`fails with decode_failed (${share} of its bytes)`, async () => {
        const cut = pictures.jpeg.subarray(0, Math.floor(pictures.jpeg.length * share));
        const error = await serviceError(engine.compress(cut, { headersOf: pictures.jpeg }));
        expect(error.code).to.equal('decode_failed');
        expect(error.message).to.match(/truncated/);
        expect(error.message).not.to.match(/\/|source\./);
      });
    }

    it('fails so, too, where the decoder has warned of something else before', async () => {
      const scan = scanStartOf(pictures.jpeg);
      const [head, rest] = [pictures.jpeg.subarray(0, scan), pictures.jpeg.subarray(scan)];
      const stray = bytes(head, 1, 2, 3, 4, rest);
      expect((await engine.compress(stray)).result.width).to.equal(120);
      const cut = stray.subarray(0, Math.floor(stray.length * 0.6));
      const error = await serviceError(engine.compress(cut, { headersOf: stray }));
      expect(error.code).to.equal('decode_failed');
    });

    it('fails so where the pixels have to be decoded first', async () => {
      const turned = bytes(
        pictures.jpeg.subarray(0, 2),
        exifSegment(exifWithOrientation(6)),
        pictures.jpeg.subarray(2),
      );
      const cut = turned.subarray(0, turned.length / 2);
      const error = await serviceError(engine.compress(cut, { headersOf: turned }));
      expect(error.code).to.equal('decode_failed');
    });

    it('fails so where all encoders fail for reasons of their own', async () => {
      const table = tableOf(jpeg, { one: toolCommand('fails') });
      const cut = pictures.jpeg.subarray(0, pictures.jpeg.length / 2);
      const error = await serviceError(engine.compress(cut, { table, headersOf: pictures.jpeg }));
      expect(error.code).to.equal('decode_failed');
    });

    it('ends the encoders that still run', async () => {
      const odd = { ...toolCommand('warns'), damaged: ['extraneous'] };
      const table = tableOf(jpeg, { slow: toolCommand('forks'), odd });
      const error = await serviceError(engine.compress(pictures.jpeg, { table }));
      expect(error.code).to.equal('decode_failed');
      expect(await isInUse(engine.workDir)).to.equal(false);
      expect(await readdir(engine.workDir)).to.deep.equal([]);
    });
  });

  it('ends everything when the client goes, and gives its reason', async () => {
    const table = tableOf(jpeg, { one: toolCommand('forks') });
    const controller = new AbortController();
    let pidFile = '';
    const running = rejectionOf(
      engine.compress(pictures.jpeg, {
        table,
        signal: controller.signal,
        onFolder: (folder) => {
          pidFile = folder.file('pid');
        },
      }),
    );
    await until('the job has a folder', () => pidFile !== '');
    const pids = await numbersIn(pidFile);
    const reason = new Error('the client has gone');
    controller.abort(reason);
    expect(await running).to.equal(reason);
    await untilGone(pids);
    expect(await readdir(engine.workDir)).to.deep.equal([]);
  });

  describe('when time is short', () => {
    it('takes what is done and ends the rest', async () => {
      const table = tableOf(jpeg, { slow: toolCommand('sleeps'), jpegtran });
      const { result } = await engine.compress(pictures.jpeg, { table, withinMs: 1500 });
      expect(result).to.include({ winner: 'jpegtran', isDegraded: true });
    });

    it('does not blame a picture that nobody could look at in time', async () => {
      const { command } = toolCommand('sleeps');
      const options = { table: tableOf(jpeg, { slow: { command } }), vips: command[0]! };
      const error = await serviceError(
        engine.compress(pictures.jpeg, { ...options, withinMs: 300 }),
      );
      expect(error).to.include({ code: 'unavailable', retryAfterSeconds: 5 });
    });

    it('says that it is busy where nothing that was asked for is done in time', async () => {
      const reads = ['image/x-portable-pixmap'];
      const table = tableOf(jpeg, { slow: { ...toolCommand('sleeps'), reads } });
      const change = { resize: { method: 'scale', width: 60 } } as const;
      const running = engine.compress(pictures.jpeg, { table, change, withinMs: 1000 });
      expect(await serviceError(running)).to.include({ code: 'unavailable' });
    });

    it('says so in the midst of the frames of an animation', async () => {
      const frames = Array.from({ length: 1900 }, () => anmf([0, 0, 8, 8], vp8l(8, 8)));
      const animation = webpOf(vp8x(0x02, 8, 8), anim, ...frames);
      const change = { resize: { method: 'scale', width: 4 } } as const;
      const running = engine.compress(animation, { change, withinMs: 1500 });
      expect(await serviceError(running)).to.include({ code: 'unavailable' });
    });

    it('says that it is busy where no permit comes in time', async () => {
      const never = new AbortController().signal;
      const others = [1, 2].map((jobNumber) =>
        engine.permits.acquire({ accountId: 'b', jobNumber, signal: never }),
      );
      const error = await serviceError(engine.compress(pictures.jpeg, { maxWaitMs: 30 }));
      expect(error.code).to.equal('unavailable');
      for (const permit of await Promise.all(others)) permit.release();
    });

    it('takes what is done where no permit comes in time for the rest', async () => {
      const never = new AbortController().signal;
      const other = await engine.permits.acquire({ accountId: 'b', jobNumber: 0, signal: never });
      const table = tableOf(jpeg, {
        jpegtran,
        slow: toolCommand('sleeps'),
        last: toolCommand('sleeps'),
      });
      const { result, failures } = await engine.compress(pictures.jpeg, {
        table,
        maxWaitMs: 800,
        withinMs: 2000,
      });
      expect(result).to.include({ winner: 'jpegtran', isDegraded: true });
      // The one that ran too long, not the one that never ran.
      expect(failures.map(({ message }) => message.split('/').at(-1))).to.deep.equal([
        'sleeps: late (deadline)',
      ]);
      other.release();
    });
  });
});
