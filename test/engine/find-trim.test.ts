import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { filesIn } from '../../src/jobs/job-folder.ts';
import { createFindTrim } from '../../src/engine/find-trim.ts';
import type { DecodeTools } from '../../src/engine/pixels/decode-whole.ts';
import type { Trim } from '../../src/image/trim.ts';
import { originalFileName } from '../../src/jobs/file-names.ts';
import { drawn, makingPixels } from '../support/engine/making-pixels.ts';
import { defaultTable } from '../support/image/encoder-table.ts';
import { factsOf } from '../support/image/facts.ts';
import type { Pixels } from '../support/image/pictures.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

const run = promisify(execFile);

/** Runs the real libvips. */
const tools = {
  runner: {
    run: async ({ args, folder, output = '', printsOutput }) => {
      const { stdout } = await run('vips', args, { cwd: folder.path });
      if (printsOutput) await writeFile(folder.file(output), stdout);
      return { verdict: 'done', milliseconds: 0 };
    },
  },
  vips: { name: 'vips', path: 'vips', version: '1' },
  assembler: { name: 'img2webp', path: 'img2webp', version: '1' },
  ...{ decoders: new Map(), maxWaitMs: 1000 },
  permits: { acquire: async () => expect.fail('the picture is small') },
} satisfies DecodeTools;

describe('what finds the edges of a picture', () => {
  const { fileOf } = makingPixels();
  const inFolder = temporaryFolders();

  /** One in the other as in imgproxy's test: white, then 245, 155, 105, 55 and 35 of 255, at unequal distances. */
  const nested = (bands: 1 | 3): Pixels =>
    drawn([120, 90], bands, (x, y) => {
      const depth = Math.min(x / 2, 119 - x, y / 2, 89 - y);
      const level = [255, 245, 155, 105, 55, 35][Math.min(5, Math.floor(depth / 6))]!;
      return Array.from({ length: bands }, () => level);
    });
  /** Red around blue around green. */
  const coloured = drawn([60, 60], 3, (x, y) => {
    if (x < 10 || x >= 50) return [255, 0, 0];
    return y < 10 || y >= 40 ? [255, 0, 0] : y < 20 ? [0, 0, 255] : [0, 200, 0];
  });
  const shape = drawn([40, 40], 4, (x, y) => [9, 9, 9, x < 10 || y >= 25 ? 0 : 255]);

  const trimOf = (
    threshold: number,
    colour?: Trim['colour'],
    [horizontal, vertical] = [false, false],
  ): Trim => ({ threshold, colour, isEqual: { horizontal, vertical } });
  const red = { red: 255, green: 0, blue: 0 };
  const magenta = { red: 255, green: 0, blue: 255 };

  const rows: readonly (readonly [
    title: string,
    picture: Pixels,
    type: 'png' | 'jpg[Q=95]',
    trim: Trim,
    area: readonly [left: number, top: number, width: number, height: number] | undefined,
  ])[] = [
    ['by the corner', nested(3), 'png', trimOf(5), [12, 12, 102, 72]],
    ['by a higher threshold', nested(3), 'png', trimOf(99), [24, 24, 84, 54]],
    ['in grey', nested(1), 'png', trimOf(120), [36, 36, 66, 36]],
    ['in a JPEG', nested(3), 'jpg[Q=95]', trimOf(30), [24, 24, 84, 54]],
    [
      'equally at the sides',
      nested(3),
      'png',
      trimOf(5, undefined, [true, false]),
      [6, 12, 108, 72],
    ],
    [
      'equally above and below',
      nested(3),
      'png',
      trimOf(5, undefined, [false, true]),
      [12, 6, 102, 78],
    ],
    ['by a colour that is not there', nested(3), 'png', trimOf(0, red), undefined],
    ['by a threshold of all', nested(3), 'png', trimOf(300), undefined],
    ['of hardly any pixels', drawn([40, 2], 3, (x) => [x, x, x]), 'png', trimOf(5), undefined],
    ['of few', drawn([40, 3], 3, (x) => [x * 6, 0, 0]), 'png', trimOf(60), [11, 0, 29, 3]],
    ['of a colour', coloured, 'png', trimOf(1, red), [10, 10, 40, 30]],
    ['that are transparent', shape, 'png', trimOf(1), [10, 0, 30, 25]],
    ['in the colour of what is transparent', shape, 'png', trimOf(1, magenta), [10, 0, 30, 25]],
  ];
  let jobs = 0;
  for (const [title, picture, type, trim, area] of rows) {
    it(`finds those ${title}`, async () => {
      const content = await fileOf(picture, type);
      const facts = await factsOf(content);
      const path = inFolder(`job${(jobs += 1)}`);
      await run('mkdir', [path]);
      await writeFile(join(path, originalFileName(facts.mediaType)), content);
      const { signal } = new AbortController();
      const found = await createFindTrim(tools, defaultTable)(
        {
          folder: { ...filesIn(path), remove: async () => undefined },
          ...{ sourceBytes: content.length, facts, endBy: performance.now() + 90_000 },
          client: { requestId: 'r', accountId: 'a', jobNumber: 1, signal },
        },
        trim,
      );
      const [left, top, width, height] = area ?? [];
      expect(found).to.deep.equal(area && { left, top, width, height });
    });
  }
});
