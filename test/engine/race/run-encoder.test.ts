import { expect } from 'chai';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { type EncoderOptions, runEncoder } from '../../../src/engine/race/run-encoder.ts';
import type { Job } from '../../../src/engine/job.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

describe('runEncoder', () => {
  const file = temporaryFolders();

  it('writes quantisation tables where no link leads', async () => {
    await writeFile(file('outside'), 'kept');
    await symlink(file('outside'), file('output.qtables'));
    const options = {
      table: { encoders: { tabled: { command: ['cjpeg'], scale: 50 } } },
      tools: new Map([['tabled', {}]]),
      runner: { run: () => Promise.reject(new Error('the encoder has run')) },
    } as unknown as EncoderOptions;
    const run = { name: 'tabled', input: 'input', output: 'output', setting: undefined };
    const running = runEncoder(options, { folder: { file } } as unknown as Job, run);
    expect(await rejectionOf(running)).to.include({ code: 'ELOOP' });
    expect(await readFile(file('outside'), 'utf8')).to.equal('kept');
  });
});
