import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { QualityOptions } from '../../src/engine/search/quality-options.ts';
import { pixmapType } from '../../src/image/plan.ts';
import { pixmapBytes } from '../../src/image/pixmap.ts';
import type { ToolRunner } from '../../src/tools/tool-runner.ts';
import { compressing } from '../support/engine/compressing.ts';
import { bytes } from '../support/image/builders.ts';
import { noisy, scene } from '../support/image/scenes.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

/** A runner that notes the names of its programs in `programs`. */
const noting =
  (programs: string[]) =>
  (runner: ToolRunner): ToolRunner => ({
    run: (use) => {
      programs.push(use.tool.name);
      return runner.run(use);
    },
  });

describe('a lossy WebP', () => {
  const engine = compressing();
  const inFolder = temporaryFolders();

  /** A photograph compressed by cwebp with a quality. */
  const webpOf = (quality: number): Buffer => {
    const pixels = pixmapBytes(noisy(scene({ width: 320, height: 240 }), 6));
    writeFileSync(inFolder('photo.ppm'), pixels);
    const files = [inFolder('photo.ppm'), '-o', inFolder('photo.webp')];
    execFileSync('cwebp', ['-quiet', '-q', `${quality}`, ...files]);
    return readFileSync(inFolder('photo.webp'));
  };

  const compressed = async (source: Buffer, adaptive: Partial<QualityOptions> = {}) => {
    const programs: string[] = [];
    const outcome = await engine.compress(source, { adaptive, runnerOver: noting(programs) });
    const { candidates, winner } = outcome.result.receipt;
    const cwebp = candidates.find(({ encoders }) => encoders === 'cwebp') ?? expect.fail('cwebp');
    return { ...outcome, programs, cwebp, winner };
  };

  it('that is coarser than the target stays as it is after one trial', async () => {
    const source = webpOf(60);
    const { content, winner, cwebp, programs, result } = await compressed(source);
    expect(winner).to.equal('source');
    expect(content.equals(source)).to.equal(true);
    expect(cwebp).to.include({ bytes: null, accepted: false });
    expect(cwebp.reason).to.equal('given up: its source, which is lossy already, is hardly larger');
    expect(cwebp.trials).to.have.length(1);
    expect(result.isDegraded).to.equal(false);
    // The decoder has read all of it, so nothing else has to.
    expect(programs).to.deep.equal(['dwebp', 'cwebp', 'dwebp']);
  });

  it('that its decoder warned of is decoded once more', async () => {
    const decoder = {
      command: ['sh', '-c', 'dwebp -quiet -pam {input} -o {output}; exit 2'],
      writes: pixmapType,
      exit: { 2: 'warned' },
      version: [],
    } as const;
    const tool = { name: 'sh', path: '/bin/sh', version: '1' };
    const decoders = new Map([['image/webp', { decoder, tool }]]);
    const { winner, programs } = await compressed(webpOf(60), { decoders });
    expect(winner).to.equal('source');
    expect(programs).to.deep.equal(['sh', 'cwebp', 'sh', 'vips']);
  });

  for (const quality of [95, 98]) {
    it(`that is much finer is compressed again: quality ${quality} of another service`, async () => {
      const source = webpOf(quality);
      const { content, winner, cwebp } = await compressed(source);
      expect(winner).to.equal('cwebp');
      expect(content.length).to.be.below(source.length * 0.95);
      expect(cwebp.score).to.be.at.least(78.8);
    });
  }
});

describe('a JPEG that is cut short', () => {
  const engine = compressing();

  it('is refused as its decoder says, before a quality is searched for', async () => {
    const { jpeg } = engine.pictures;
    const cut = bytes(jpeg.subarray(0, jpeg.length / 2), 0xff, 0xd9);
    const programs: string[] = [];
    const error = await rejectionOf(
      engine.compress(cut, { adaptive: {}, runnerOver: noting(programs) }),
    );
    expect(error).to.include({
      code: 'decode_failed',
      message: 'Corrupt JPEG data: premature end of data segment',
    });
    expect(programs).to.deep.equal(['djpeg']);
  });
});
