import { expect } from 'chai';
import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { openWatermark } from '../../src/compose/open-watermark.ts';
import { StartError } from '../../src/errors.ts';
import { createJobFolders } from '../../src/jobs/job-folder.ts';
import { createImageReceiver } from '../../src/jobs/receive-image.ts';
import { killProcessesIn } from '../../src/tools/process/leftovers.ts';
import {
  anim,
  anmf,
  chunk,
  pngOf,
  uint32,
  vp8,
  vp8x,
  vp8xFlags,
  webpOf,
} from '../support/image/builders.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

describe('openWatermark', () => {
  const file = temporaryFolders();

  const open = async (path: string, checkPicture = async () => undefined as void) => {
    const folders = await createJobFolders(file('jobs'), killProcessesIn);
    const limits = { pixels: 10_000_000, frames: 10 };
    const receiver = createImageReceiver({
      ...{ folders, preparedFolders: folders, maxBytes: 100_000, limits },
    });
    try {
      return await openWatermark(path, { receiver, checkPicture, answerMs: 1000 });
    } finally {
      expect(readdirSync(file('jobs'))).to.deep.equal([]);
    }
  };
  const fileOf = (content: Uint8Array): string => {
    writeFileSync(file('mark'), content);
    return file('mark');
  };

  it('opens none for an empty path', async () => {
    expect(await open('')).to.equal(undefined);
  });

  it('has what the picture is, and its bytes, also behind a link', async () => {
    const content = pngOf({ width: 30, height: 20 });
    symlinkSync(fileOf(content), file('link'));
    const opened = await open(file('link'));
    expect(opened?.content).to.deep.equal(content);
    expect(opened?.picture).to.include({ fileName: 'watermark.png', width: 30, height: 20 });
    expect(opened?.picture.sha256).to.match(/^[0-9a-f]{64}$/);
  });

  const frame = anmf([0, 0, 10, 10], vp8(10, 10));
  const animation = webpOf(vp8x(vp8xFlags.animation, 10, 10), anim, frame, frame);
  const still = 'expected a still PNG, WebP or JPEG in RGB or grey of at most 4000000 pixels, got';
  const refused: readonly (readonly [
    title: string,
    content: Uint8Array | undefined,
    reason: string,
  ])[] = [
    ['no file', undefined, 'ENOENT'],
    ['no picture', Buffer.from('text'), 'File type is not supported'],
    [
      'a picture that is too large',
      pngOf({ width: 2001, height: 2000 }),
      `${still} image/png of 2001x2000`,
    ],
    ['an animation', animation, `${still} image/webp of 10x10`],
    [
      'other colours than its file has',
      pngOf({ width: 10, height: 10, chunks: [chunk('gAMA', uint32(100_000))] }),
      `${still} image/png of 10x10`,
    ],
  ];
  for (const [title, content, reason] of refused) {
    it(`refuses ${title}`, async () => {
      const path = content ? fileOf(content) : file('none');
      const error = await rejectionOf(open(path));
      expect(error).to.be.instanceOf(StartError).with.property('exitCode', 2);
      expect((error as Error).message)
        .to.include(`delivery.watermark: ${path}: `)
        .and.include(reason);
    });
  }

  it('refuses one that cannot be decoded', async () => {
    const path = fileOf(pngOf({ width: 30, height: 20 }));
    const damaged = () => Promise.reject(new Error('The image is damaged.'));
    const error = await rejectionOf(open(path, damaged));
    expect(error).to.have.property('message', `delivery.watermark: ${path}: The image is damaged.`);
  });
});
