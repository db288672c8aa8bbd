import { expect } from 'chai';
import type { Job } from '../../../src/engine/job.ts';
import { createRunVips, type PixelTools } from '../../../src/engine/pixels/run-vips.ts';
import { ToolFailure } from '../../../src/tools/tool-failure.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

const memory = 'out of memory --- size == 3600MB';

describe('a failure of libvips', () => {
  const file = temporaryFolders();

  /** `code` is that of the client's error; undefined: the service is at fault. */
  const cases: readonly (readonly [
    kind: ToolFailure['kind'],
    printed: string,
    ofSource: string | undefined,
    ofOwn: string | undefined,
  ])[] = [
    ['limit', '', 'decode_failed', 'too_large'],
    ['failed', memory, 'decode_failed', 'too_large'],
    ['failed', 'unable to open', 'decode_failed', undefined],
    ['crashed', '', 'unavailable', 'unavailable'],
    ['late', '', 'unavailable', 'unavailable'],
    ['not_started', '', undefined, undefined],
  ];
  for (const [kind, printed, ofSource, ofOwn] of cases) {
    for (const [input, code] of [
      ['source.png', ofSource],
      ['stage0.png', ofOwn],
    ] as const) {
      it(`is ${code ?? 'a fault'} at ${input}: ${kind} ${printed}`, async () => {
        const failure = new ToolFailure(kind, 'vips', 'it ended', printed);
        const runner = { run: () => Promise.reject(failure) };
        const job = {
          folder: { path: file() },
          facts: { mediaType: 'image/png', frames: 1 },
          plan: { width: 10, height: 10 },
        } as unknown as Job;
        const run = createRunVips({ runner } as unknown as PixelTools);
        const error = await rejectionOf(run(job, { args: [], input, output: 'stage1.png' }));
        if (code === undefined) expect(error).to.equal(failure);
        else expect(error).to.include({ name: 'ServiceError', code, cause: failure });
      });
    }
  }
});
