import { expect } from 'chai';
import { existsSync, writeFileSync } from 'node:fs';
import { runTrial } from '../../../../src/engine/search/search/run-trial.ts';
import type { SearchTask } from '../../../../src/engine/search/search/search-task.ts';
import type { EncoderOptions } from '../../../../src/engine/race/run-encoder.ts';
import type { ToolUse } from '../../../../src/tools/tool-runner.ts';
import { adaptiveConfig } from '../../../support/image/encoder-table.ts';
import { temporaryFolders } from '../../../support/temporary-folders.ts';

describe('runTrial', () => {
  const inFolder = temporaryFolders();

  it('leaves no file that is too large to win, since the next trial has its name', async () => {
    const { palette } = adaptiveConfig.encoders;
    const written: string[] = [];
    const runner = {
      run: async ({ output = '' }: ToolUse) => {
        writeFileSync(inFolder(output), Buffer.alloc(500));
        written.push(output);
        return 'done';
      },
    };
    const table = { encoders: { palette } };
    const options = { runner, table, tools: new Map([['palette', {}]]) };
    const task = {
      ...{ name: 'palette', encoder: palette, candidateIndex: 3, input: 'source.png' },
      job: { folder: { file: inFolder }, plan: {}, facts: {}, endBy: 0 },
      cannotWin: (bytes: number) => bytes === 500,
    };
    const trial = await runTrial(
      options as unknown as EncoderOptions,
      task as unknown as SearchTask,
      { value: 70, variant: '--nofs' },
      { trialIndex: 1, scans: undefined },
    );
    expect([trial, written]).to.deep.equal(['too-large', ['candidate3-trial1.png']]);
    expect(existsSync(inFolder('candidate3-trial1.png'))).to.equal(false);
  });
});
