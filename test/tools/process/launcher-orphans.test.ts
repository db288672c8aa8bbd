import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { childrenOf, numbersIn, untilGone } from '../../support/tools/processes.ts';

describe('the launcher of a server that is killed', () => {
  const file = temporaryFolders();

  /** A server, its launcher, and the processes of a tool that it runs. */
  const startServer = async (tool: string) => {
    const holder = fileURLToPath(
      new URL('../../support/tools/launcher-holder.ts', import.meta.url),
    );
    const server = spawn(process.execPath, [holder, file(), tool], { stdio: 'inherit' });
    const tools = await numbersIn(file('pid'));
    const [held = 0] = childrenOf(server.pid);
    return { server, held, tools };
  };

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
    process.kill(tools[0] ?? 0, 'SIGKILL');
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
