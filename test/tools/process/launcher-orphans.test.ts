import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { childrenOf, fixtureTools, numbersIn, untilGone } from '../../support/tools/processes.ts';
import { bubblewrapReading, needsBubblewrap } from '../../support/tools/bubblewrap.ts';
import { processesIn, withoutIdleShells } from '../../support/e2e/processes.ts';
import type { Sandbox } from '../../../src/tools/process/sandbox.ts';

const sandboxes: readonly Sandbox[] = [bubblewrapReading(fixtureTools), { level: 'limits' }];

for (const sandbox of sandboxes) {
  describe(`the launcher of a server that is killed, at the level ${sandbox.level}`, () => {
    const file = temporaryFolders();
    beforeEach(function () {
      if (sandbox.level === 'bwrap') needsBubblewrap(this);
    });

    /** A server, its launcher, and the processes of a tool that it runs. */
    const startServer = async (tool: string, environment = {}) => {
      const holder = fileURLToPath(
        new URL('../../support/tools/launcher-holder.ts', import.meta.url),
      );
      const args = [holder, file(), tool, JSON.stringify(sandbox)];
      const env = { ...process.env, ...environment };
      const server = spawn(process.execPath, args, { stdio: 'inherit', env });
      await numbersIn(file('pid'));
      const tools = processesIn(file()).map(({ pid }) => pid);
      const [held = 0] = childrenOf(server.pid);
      return { server, held, tools };
    };

    it('takes compiled sources from where its server does', async () => {
      const { server, held, tools } = await startServer('sleeps', {
        NODE_COMPILE_CACHE: file('compiled'),
      });
      const environment = readFileSync(`/proc/${held}/environ`, 'utf8').split('\0');
      expect(environment).to.include(`NODE_COMPILE_CACHE=${file('compiled')}`);
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
      await untilGone([held, ...tools]);
    });

    it('leaves neither process nor tool', async () => {
      const { server, held, tools } = await startServer('forks');
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
      await untilGone([held, ...tools]);
    });

    it('leaves no tool where a tool ends before it', async () => {
      const { server, held, tools } = await startServer('forks');
      const gone = once(server, 'exit');
      // What happens while it is stopped comes to it all at once: its server gone, and a tool's end.
      process.kill(held, 'SIGSTOP');
      server.kill('SIGKILL');
      await gone;
      process.kill(withoutIdleShells(processesIn(file()))[0]!.pid, 'SIGKILL');
      process.kill(held, 'SIGCONT');
      await untilGone([held, ...tools]);
    });

    it('leaves no tool where it is killed together with the server', async () => {
      const { server, held, tools } = await startServer('sleeps');
      const gone = once(server, 'exit');
      // Stopped, so that it cannot clean up after its launcher.
      server.kill('SIGSTOP');
      process.kill(held, 'SIGKILL');
      server.kill('SIGKILL');
      await gone;
      await untilGone(tools);
    });
  });
}
