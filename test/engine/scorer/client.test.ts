import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { createPermits, type Permits } from '../../../src/queue/permits.ts';
import { ScorerFailure } from '../../../src/engine/scorer/failure.ts';
import { createScorer, type Scorer } from '../../../src/engine/scorer/client.ts';
import { startScorerProcess } from '../../../src/engine/scorer/scorer-process.ts';
import type { FoundThumb, ThumbRequest } from '../../../src/engine/scorer/protocol.ts';
import { thumbAnalysisArgs } from '../../../src/tools/vips/args.ts';
import { pixmapBytes } from '../../../src/image/pixmap.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { encodePng } from '../../../src/image/png/pixels.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { noisy, scene } from '../../support/image/scenes.ts';
import {
  childrenOf,
  isAlive,
  roomyLimits,
  systemPath,
  untilGone,
} from '../../support/tools/processes.ts';
import { until } from '../../support/until.ts';

const small = scene({ width: 160, height: 120 });
const large = scene({ width: 1024, height: 768 });

describe('the scorer', () => {
  const file = temporaryFolders();
  let permits: Permits;
  let scorer: Scorer;

  const start = (changes: Partial<Parameters<typeof createScorer>[0]> = {}): void => {
    permits = createPermits({ slots: 2 });
    scorer = createScorer({
      path: systemPath,
      permits,
      limits: roomyLimits,
      sandbox: { level: 'limits' },
      deadlineMs: 60_000,
      ...changes,
    });
  };
  afterEach(() => scorer.close());

  const useOf = (signal = new AbortController().signal) => ({
    client: { requestId: 'r', accountId: 'a', jobNumber: 1, signal },
    endBy: performance.now() + 60_000,
  });

  const written = async (name: string, picture: Raster): Promise<string> => {
    await writeFile(file(name), name.endsWith('.png') ? encodePng(picture) : pixmapBytes(picture));
    return file(name);
  };

  const score = (reference: string, result: string, use = useOf()) =>
    scorer.score({ reference, result, tiles: undefined, looksForBands: true }, use);

  /** The processes that score now. */
  const helpers = (): readonly number[] => childrenOf();

  it('measures a small picture whole, in several formats', async () => {
    start();
    const pixels = await written('pixels.ppm', small);
    const survey = await scorer.survey(pixels, file('mosaic.ppm'), useOf());
    expect(survey.tiles).to.equal(undefined);
    expect(survey.measuredPixels).to.equal(160 * 120);
    expect((await score(pixels, await written('same.png', small))).score).to.equal(100);
    const worse = await score(pixels, await written('noisy.ppm', noisy(small, 30)));
    expect(worse.score).to.be.lessThan(85);
    expect(worse.banding).to.be.at.least(0);
  });

  it('measures a large picture by a mosaic, which results of either size are held against', async () => {
    start();
    const pixels = await written('pixels.ppm', large);
    const survey = await scorer.survey(pixels, file('mosaic.ppm'), useOf());
    expect(survey).to.include({ measuredPixels: 512 * 512 });
    expect(survey.tiles).to.have.length(16);
    const reference = file('mosaic.ppm');
    expect((await score(reference, reference)).score).to.equal(100);
    const whole = { reference, result: pixels, tiles: survey.tiles, looksForBands: false };
    expect((await scorer.score(whole, useOf())).score).to.equal(100);
  });

  for (const level of ['none', 'limits', 'bwrap'] as const) {
    // The least, and one with which Node leaves the bounds of WebAssembly's memory to the processor.
    for (const memoryBytes of [1, 16 * 1024 ** 3]) {
      it(`measures where tools run in the sandbox ${level} with ${memoryBytes} bytes`, async () => {
        const sandbox = level === 'bwrap' ? { level, mounts: [] } : { level };
        start({ sandbox, limits: { ...roomyLimits, memoryBytes } });
        const pixels = await written('pixels.ppm', small);
        expect((await score(pixels, await written('same.png', small))).score).to.equal(100);
      });
    }
  }

  it('has an address space that is limited', async () => {
    start({ limits: { ...roomyLimits, memoryBytes: 1 } });
    const pixels = await written('pixels.ppm', small);
    await score(pixels, pixels);
    const [pid] = helpers();
    const limits = readFileSync(`/proc/${pid}/limits`, 'utf8');
    expect(limits).to.match(/Max address space\s+2147483648\s/);
  });

  it('takes no more memory for a large picture, whose rows it reads one after the other', async () => {
    start();
    const pixels = await written('pixels.ppm', small);
    await score(pixels, pixels);
    const [pid] = helpers();
    const before = peakBytesOf(pid!);
    const data = new Uint8Array(4000 * 4000 * 3);
    const huge = await written('huge.ppm', { width: 4000, height: 4000, bands: 3, data });
    expect((await score(huge, huge)).score).to.equal(100);
    expect(helpers()).to.deep.equal([pid]);
    expect(peakBytesOf(pid!) - before).to.be.below(data.length / 2);
  });

  it('fails on rows that are too long, as on any picture that cannot be measured, and goes on', async () => {
    start();
    const data = new Uint8Array(400_000 * 3);
    const long = await written('long.ppm', { width: 400_000, height: 1, bands: 3, data });
    const failure = await rejectionOf(score(long, long));
    expect(failure).to.be.instanceOf(ScorerFailure);
    expect(failure).to.include({ isLasting: true });
    const pixels = await written('pixels.ppm', small);
    expect((await score(pixels, pixels)).score).to.equal(100);
    expect(scorer.processes()).to.equal(1);
  });

  it('measures side by side in at most as many processes as there are permits, and holds a permit for each', async () => {
    start();
    const pixels = await written('pixels.ppm', small);
    let mostHeld = 0;
    const asked = Array.from({ length: 6 }, async () => {
      const scores = await score(pixels, pixels);
      mostHeld = Math.max(mostHeld, permits.held());
      return scores.score;
    });
    expect(await Promise.all(asked)).to.deep.equal([100, 100, 100, 100, 100, 100]);
    expect(scorer.processes()).to.equal(2);
    expect(helpers()).to.have.length(2);
    expect(mostHeld).to.be.within(1, 2);
    expect(permits.held()).to.equal(0);
  });

  it('starts none before it is needed, and ends those without work', async () => {
    start({ idleMs: 50 });
    expect(scorer.processes()).to.equal(0);
    const pixels = await written('pixels.ppm', small);
    await score(pixels, pixels);
    const pids = helpers();
    expect(pids).to.have.length(1);
    await until('it is forgotten', () => scorer.processes() === 0);
    await untilGone(pids);
    expect((await score(pixels, pixels)).score).to.equal(100);
  });

  it('rejects with the reason when it cannot measure, and measures the next picture', async () => {
    start();
    const pixels = await written('pixels.ppm', small);
    const failure = await rejectionOf(score(pixels, file('missing.ppm')));
    expect(failure).to.be.instanceOf(ScorerFailure);
    const other = await written('other.ppm', scene({ width: 9, height: 9 }));
    expect(await rejectionOf(score(pixels, other))).to.be.instanceOf(ScorerFailure);
    expect((await score(pixels, pixels)).score).to.equal(100);
    expect(scorer.processes()).to.equal(1);
  });

  it('ends at the deadline, and starts another process', async () => {
    start({ deadlineMs: 1 });
    const pixels = await written('pixels.ppm', small);
    const failure = await rejectionOf(score(pixels, pixels));
    expect(failure).to.be.instanceOf(ScorerFailure);
    expect(scorer.processes()).to.equal(0);
    expect(permits.held()).to.equal(0);
  });

  it('ends when the client goes, with the reason of its signal', async () => {
    start();
    const gone = new AbortController();
    const pixels = await written('pixels.ppm', small);
    await score(pixels, pixels);
    // Stopped, it cannot answer before.
    for (const pid of helpers()) process.kill(pid, 'SIGSTOP');
    const asked = score(pixels, pixels, useOf(gone.signal));
    await setImmediate();
    expect(permits.held()).to.equal(1);
    gone.abort(new Error('gone'));
    expect(await rejectionOf(asked)).to.have.property('message', 'gone');
    expect(permits.held()).to.equal(0);
    await until('it has ended', () => scorer.processes() === 0);
  });

  it('cannot be asked again when its client goes as the answer comes', async () => {
    const path = await written('pixels.ppm', small);
    const options = {
      path: systemPath,
      limits: roomyLimits,
      sandbox: { level: 'limits' },
    } as const;
    const started = startScorerProcess(options, () => undefined);
    const gone = new AbortController();
    // Once the answer is there, the process listens for the client no more.
    gone.signal.removeEventListener = (...given) => {
      gone.abort(new Error('gone'));
      AbortSignal.prototype.removeEventListener.apply(gone.signal, given);
    };
    const { answer } = await started.ask({ kind: 'isTransparent', pixels: path }, gone.signal);
    expect(answer).to.deep.equal({ kind: 'done', value: false });
    expect(started.isUsable()).to.equal(false);
    await started.ended;
  });

  it('is not asked for a client that goes at the moment it has a permit', async () => {
    start();
    const gone = new AbortController();
    const pixels = await written('pixels.ppm', small);
    await score(pixels, pixels);
    const [pid] = helpers();
    process.kill(pid!, 'SIGSTOP');
    const asked = score(pixels, pixels, useOf(gone.signal));
    expect(permits.held()).to.equal(1);
    gone.abort(new Error('gone'));
    expect(await rejectionOf(asked)).to.have.property('message', 'gone');
    expect(permits.held()).to.equal(0);
    process.kill(pid!, 'SIGCONT');
    expect((await score(pixels, pixels)).score).to.equal(100);
    expect(helpers()).to.deep.equal([pid]);
  });

  it('starts another process after one was killed', async () => {
    start();
    const pixels = await written('pixels.ppm', small);
    await score(pixels, pixels);
    for (const pid of helpers()) process.kill(pid, 'SIGKILL');
    await until('it is forgotten', () => scorer.processes() === 0);
    expect((await score(pixels, pixels)).score).to.equal(100);
  });

  describe('asked for a thumbnail', () => {
    /** A white picture of 300x200 with a dark object of 60x120, shrunk by libvips. */
    const product = async (): Promise<ThumbRequest> => {
      const data = Uint8Array.from({ length: 300 * 200 * 3 }, (_, at) => {
        const [x, y] = [Math.floor(at / 3) % 300, Math.floor(at / 900)];
        return x >= 120 && x < 180 && y >= 40 && y < 160 ? 30 : 255;
      });
      const source = { width: 300, height: 200 };
      const whole = await written('product.ppm', { ...source, bands: 3, data });
      const picture = file('small.v');
      execFileSync('vips', thumbAnalysisArgs(whole, picture, 'none'));
      return { picture, source, target: { width: 60, height: 60 } };
    };

    const expectObject = ({ plan, bands }: FoundThumb): void => {
      expect(bands).to.equal(3);
      const { result, fill } = plan.kind === 'object' ? plan.placement : expect.fail('no object');
      expect(result).to.deep.equal({ width: 60, height: 60 });
      expect(fill).to.equal(undefined);
    };

    it('finds the object, and holds a permit meanwhile', async () => {
      start();
      const request = await product();
      expectObject(await scorer.thumb(request, useOf()));
      const [pid] = helpers();
      process.kill(pid!, 'SIGSTOP');
      const asked = scorer.thumb(request, useOf());
      await until('it holds a permit', () => permits.held() === 1);
      process.kill(pid!, 'SIGCONT');
      expectObject(await asked);
      expect(permits.held()).to.equal(0);
    });

    it('starts another process when one is killed in the search', async () => {
      start();
      const request = await product();
      expectObject(await scorer.thumb(request, useOf()));
      const [pid] = helpers();
      // Stopped, it cannot answer before it is killed.
      process.kill(pid!, 'SIGSTOP');
      const asked = scorer.thumb(request, useOf());
      await until('it has been asked', () => permits.held() === 1);
      process.kill(pid!, 'SIGKILL');
      expectObject(await asked);
      expect(helpers()).not.to.include(pid);
    });

    it('is unavailable when that one ends too', async () => {
      start({ deadlineMs: 1 });
      const failure = await rejectionOf(scorer.thumb(await product(), useOf()));
      expect(failure).to.include({ code: 'unavailable', retryAfterSeconds: 5 });
    });

    it('fails for a picture that cannot be read', async () => {
      start();
      const request = { ...(await product()), picture: file('missing.v') };
      expect(await rejectionOf(scorer.thumb(request, useOf()))).to.include({ isLasting: true });
    });
  });

  it('leaves no process when it is closed', async () => {
    start();
    const pixels = await written('pixels.ppm', small);
    await score(pixels, pixels);
    const pids = helpers();
    await scorer.close();
    expect(pids).to.have.length(1);
    expect(pids.some(isAlive)).to.equal(false);
  });

  it('has nothing of the environment but its language and where compiled sources are', async () => {
    start();
    const pixels = await written('pixels.ppm', small);
    await score(pixels, pixels);
    const environment = readFileSync(`/proc/${helpers()[0]}/environ`, 'utf8').split('\0');
    const names = environment.filter(Boolean).map((entry) => entry.split('=', 1)[0]);
    const given = names.filter((name) => !name?.startsWith('NODE_CHANNEL_'));
    const compiled = getCompileCacheDir() === undefined ? [] : ['NODE_COMPILE_CACHE'];
    expect(given).to.deep.equal(['LC_ALL', ...compiled]);
  });

  it('retires a process before its CPU time is used up', async () => {
    start({ limits: { ...roomyLimits, cpuSeconds: 2 } });
    const pixels = await written('pixels.ppm', small);
    const first = new Set<number>();
    for (let asked = 0; asked < 100_000 && first.size < 2; asked += 1) {
      await score(pixels, pixels);
      for (const pid of helpers()) first.add(pid);
    }
    expect(first.size).to.equal(2);
  });
});

/** The most that has been in memory of a process. */
const peakBytesOf = (pid: number): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
};
