import { expect } from 'chai';
import { ServiceError } from '../../src/errors.ts';
import { rejectionOf } from '../support/rejection.ts';
import {
  anim,
  anmf,
  bytes,
  chunk,
  vp8l,
  vp8x,
  webpOf,
  withSegments,
} from '../support/image/builders.ts';
import { exifSegment, exifWithOrientation } from '../support/image/metadata.ts';
import { compressing, jpegtran, tableOf, toolCommand } from '../support/engine/compressing.ts';
import type { SamplePictures } from '../support/engine/sample-pictures.ts';
import { isInUse, numbersIn, untilGone } from '../support/tools/processes.ts';
import { until } from '../support/until.ts';

const jpeg = 'image/jpeg';
/** Where the scan data of a JPEG begins. */
const scanStartOf = (picture: Buffer): number => {
  let offset = 2;
  while (picture[offset + 1] !== 0xda) offset += 2 + picture.readUInt16BE(offset + 2);
  return offset;
};

describe('the engine, when a job cannot go on', function () {
  // Real encoders, on a machine that may be busy.
  const engine = compressing();
  let pictures: SamplePictures;
  before(() => {
    ({ pictures } = engine);
  });

  const serviceError = async (
    ...asked: Parameters<typeof engine.compress>
  ): Promise<ServiceError> => {
    const error = await rejectionOf(engine.compress(...asked));
    expect(error).to.be.instanceOf(ServiceError);
    return error as ServiceError;
  };

  describe('on a truncated JPEG', () => {
    for (const share of [0.4, 0.7, 0.99]) {
      it(`fails with decode_failed (${share} of its bytes)`, async () => {
        const cut = pictures.jpeg.subarray(0, Math.floor(pictures.jpeg.length * share));
        const { code, message } = await serviceError(cut, { headersOf: pictures.jpeg });
        expect(code).to.equal('decode_failed');
        expect(message).to.match(/truncated/);
        expect(message).not.to.match(/\/|source\./);
      });
    }

    it('fails with decode_failed where the decoder has warned of something else before', async () => {
      const scan = scanStartOf(pictures.jpeg);
      const [head, rest] = [pictures.jpeg.subarray(0, scan), pictures.jpeg.subarray(scan)];
      const stray = bytes(head, 1, 2, 3, 4, rest);
      expect((await engine.compress(stray)).result.width).to.equal(120);
      const cut = stray.subarray(0, Math.floor(stray.length * 0.6));
      const error = await serviceError(cut, { headersOf: stray });
      expect(error.code).to.equal('decode_failed');
    });

    it('fails with decode_failed where the pixels have to be decoded first', async () => {
      const turned = withSegments(pictures.jpeg, exifSegment(exifWithOrientation(6)));
      const cut = turned.subarray(0, turned.length / 2);
      const error = await serviceError(cut, { headersOf: turned });
      expect(error.code).to.equal('decode_failed');
    });

    it('fails with decode_failed where all encoders fail for other reasons', async () => {
      const table = tableOf(jpeg, { one: toolCommand('fails') });
      const cut = pictures.jpeg.subarray(0, pictures.jpeg.length / 2);
      const error = await serviceError(cut, { table, headersOf: pictures.jpeg });
      expect(error.code).to.equal('decode_failed');
    });

    it('fails with decode_failed where EOI was put behind its half', async () => {
      const half = pictures.jpeg.subarray(0, pictures.jpeg.length / 2);
      const { code } = await serviceError(bytes(half, 0xff, 0xd9));
      expect(code).to.equal('decode_failed');
    });

    it('succeeds where nothing but EOI is missing, with zeros in its place too', async () => {
      const open = pictures.jpeg.subarray(0, -2);
      for (const whole of [open, bytes(open, new Uint8Array(1000))]) {
        expect((await engine.compress(whole)).result.width).to.equal(120);
      }
    });

    it('ends the encoders that still run', async () => {
      const odd = { ...toolCommand('warns'), damaged: ['extraneous'] };
      const table = tableOf(jpeg, { slow: toolCommand('forks'), odd });
      const error = await serviceError(pictures.jpeg, { table });
      expect(error.code).to.equal('decode_failed');
      expect(await isInUse(engine.workDir)).to.equal(false);
    });
  });

  it('takes a PNG whose image data are all there, and refuses one whose are not, whatever is behind them', async () => {
    const png = pictures.png;
    const data = png.subarray(0, -12);
    for (const end of [bytes(), new Uint8Array(20), chunk('IEND').subarray(0, 6)]) {
      expect((await engine.compress(bytes(data, end))).result.width).to.equal(120);
    }
    const at = data.indexOf('IDAT') + 4;
    const half = data.subarray(at, at + ((data.length - at) >> 1));
    const cut = bytes(data.subarray(0, at - 8), chunk('IDAT', half));
    expect(await serviceError(cut)).to.include({ code: 'decode_failed' });
  });

  it("kills every tool when the client goes, and rejects with the signal's reason", async () => {
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
  });

  describe('when time is short', () => {
    it('takes what is done and ends the rest', async () => {
      const table = tableOf(jpeg, { slow: toolCommand('sleeps'), jpegtran });
      const { result } = await engine.compress(pictures.jpeg, { table, withinMs: 5000 });
      expect(result).to.include({ winner: 'jpegtran', isDegraded: true });
    });

    it('fails with unavailable, not decode_failed, where no tool could read the picture in time', async () => {
      const { command } = toolCommand('sleeps');
      const options = { table: tableOf(jpeg, { slow: { command } }), vips: command[0]! };
      const error = await serviceError(pictures.jpeg, { ...options, withinMs: 300 });
      expect(error).to.include({ code: 'unavailable', retryAfterSeconds: 5 });
    });

    it('fails with unavailable where nothing that was asked for is done in time', async () => {
      const reads = ['image/x-portable-pixmap'];
      const table = tableOf(jpeg, { slow: { ...toolCommand('sleeps'), reads } });
      const change = { resize: { method: 'scale', width: 60 } } as const;
      const running = engine.compress(pictures.jpeg, { table, change, withinMs: 1000 });
      expect(await rejectionOf(running)).to.include({ code: 'unavailable' });
    });

    it('fails with unavailable between the frames of an animation', async () => {
      const frames = Array.from({ length: 1900 }, () => anmf([0, 0, 8, 8], vp8l(8, 8)));
      const animation = webpOf(vp8x(0x02, 8, 8), anim, ...frames);
      const change = { resize: { method: 'scale', width: 4 } } as const;
      const running = engine.compress(animation, { change, withinMs: 1500 });
      expect(await rejectionOf(running)).to.include({ code: 'unavailable' });
    });

    it('fails with unavailable where no permit is granted in time', async () => {
      const never = new AbortController().signal;
      // Of the same account, since another one's next tool has a slot of its own.
      const others = [1, 2].map((jobNumber) =>
        engine.permits.acquire({ accountId: 'a', jobNumber, signal: never }),
      );
      const error = await serviceError(pictures.jpeg, { maxWaitMs: 30 });
      expect(error.code).to.equal('unavailable');
      for (const permit of await Promise.all(others)) permit.release();
    });

    it('takes what is done where no permit is granted in time for the rest', async () => {
      const never = new AbortController().signal;
      const other = await engine.permits.acquire({ accountId: 'a', jobNumber: 0, signal: never });
      const table = tableOf(jpeg, {
        jpegtran,
        slow: toolCommand('sleeps'),
        last: toolCommand('sleeps'),
      });
      const { result, failures } = await engine.compress(pictures.jpeg, {
        table,
        maxWaitMs: 3000,
        withinMs: 6000,
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
