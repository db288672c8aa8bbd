import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolders } from '../support/temporary-folders.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The command lines of the page, but those that need a service. */
const commands = [
  ...readFileSync(`${root}docs/bulk.md`, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm),
]
  .flatMap(([, text = '']) => text.trim().split('\n'))
  .filter((line) => line.startsWith('shrinkd ') && !line.includes('--server'));

describe('the commands of docs/bulk.md', () => {
  const inFolder = temporaryFolders();
  for (const command of commands) {
    it(`work: ${command}`, async () => {
      mkdirSync(inFolder('photos/thumbs'), { recursive: true });
      copyFileSync(`${root}test/fixtures/photo.jpg`, inFolder('photos/a.jpg'));
      // As a build has it, whose pictures are compressed already.
      mkdirSync(inFolder('compressed-photos'));
      writeFileSync(inFolder('new.json'), '{"quality":{"preset":"compact"}}');
      const line = command.replace(/^shrinkd/, `'${root}bin/shrinkd'`);
      await promisify(execFile)('bash', ['-c', line], { cwd: inFolder() });
    });
  }
});
