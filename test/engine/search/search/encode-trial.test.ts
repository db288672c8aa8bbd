import { expect } from 'chai';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { encodeTrial } from '../../../../src/engine/search/search/encode-trial.ts';
import type { SearchTask } from '../../../../src/engine/search/search/search-task.ts';
import type { EncoderOptions } from '../../../../src/engine/race/run-encoder.ts';
import type { ToolUse } from '../../../../src/tools/tool-runner.ts';
import { riffChunk, vp8, vp8x, vp8xFlags, webpOf } from '../../../support/image/builders.ts';
import { temporaryFolders } from '../../../support/temporary-folders.ts';

describe('encodeTrial', () => {
  const inFolder = temporaryFolders();
  const alpha = Uint8Array.of(1, 2, 3);
  const withAlpha = webpOf(vp8x(vp8xFlags.alpha, 4, 3), riffChunk('ALPH', alpha), vp8(4, 3));
  const colours = webpOf(vp8(4, 3));
  const runs: readonly (readonly [string, object, Buffer, readonly string[]])[] = [
    ['runs the command for planes', { readsPlanes: true }, colours, ['planes']],
    [
      'gives what that makes the alpha of the picture',
      { readsPlanes: true, transparency: { input: 'source.png', alpha } },
      withAlpha,
      ['planes'],
    ],
    ['runs the usual command for other files', {}, colours, ['usual']],
  ];
  for (const [title, fields, expected, args] of runs) {
    it(title, async () => {
      const commands = { command: ['x', 'usual'], planesCommand: ['x', 'planes'] };
      const encoder = { ...commands, produces: 'image/webp' };
      let ran: readonly string[] = [];
      const runner = {
        run: async ({ args: given, output = '' }: ToolUse) => {
          ran = given;
          writeFileSync(inFolder(output), colours);
          return 'done';
        },
      };
      const job = { folder: { file: inFolder }, plan: {}, facts: {} };
      const tools = new Map([['x', {}]]);
      const { verdict } = await encodeTrial(
        { runner, tools, table: { encoders: { x: encoder } } } as unknown as EncoderOptions,
        { encoder, job, ...fields } as unknown as SearchTask,
        { name: 'x', input: 'in', output: 'out.webp', setting: undefined },
      );
      expect([verdict, ran]).to.deep.equal(['done', args]);
      expect(readdirSync(inFolder('.'))).to.deep.equal(['out.webp']);
      expect(readFileSync(inFolder('out.webp')).equals(expected)).to.equal(true);
    });
  }

  it('makes no file where the encoder of planes declines', async () => {
    const encoder = { command: ['x'], planesCommand: ['x'], produces: 'image/webp' };
    const options = { table: { encoders: { x: encoder } }, tools: new Map([['x', {}]]) };
    const runner = { run: async () => 'declined' };
    const job = { folder: { file: inFolder }, plan: {}, facts: {} };
    const transparency = { input: 'source.png', alpha };
    const { verdict } = await encodeTrial(
      { ...options, runner } as unknown as EncoderOptions,
      { encoder, job, readsPlanes: true, transparency } as unknown as SearchTask,
      { name: 'x', input: 'in', output: 'out.webp', setting: undefined },
    );
    expect([verdict, readdirSync(inFolder('.'))]).to.deep.equal(['declined', []]);
  });
});
