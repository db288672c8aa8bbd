import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { endOf, startProcess } from '../../../src/tools/process/start-process.ts';

const anywhere = { cwd: '/', env: {} };

describe('startProcess', () => {
  it('gives a process the environment alone, in a group of its own', async () => {
    const script = 'export -p; ps -o pgid= -p $$; echo $$';
    const env = { PATH: process.env['PATH'] ?? '' };
    const child = startProcess(['/bin/sh', '-c', script], { cwd: '/', env });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    expect(await endOf(child)).to.equal(undefined);
    const lines = Buffer.concat(chunks).toString().trim().split('\n');
    const [group, own] = lines.slice(-2).map(Number);
    expect(own).to.equal(child.pid);
    expect(group).to.equal(child.pid);
    const names = lines.slice(0, -2).map((line) => line.replace(/^export (\w+).*/, '$1'));
    expect(names).to.include('PATH').and.not.to.include.members(['HOME']);
  });

  it('says by its end that there is no such program', async () => {
    const error = await endOf(startProcess(['/nonexistent/program'], anywhere));
    expect(error).to.have.property('code', 'ENOENT');
  });

  it('throws for a null byte', () => {
    expect(() => startProcess(['/bin/true', 'a\0b'], anywhere)).to.throw(TypeError);
  });

  it('throws where no file can be opened, and leaves its own process running', () => {
    const script = `
      import { openSync } from 'node:fs';
      import { startProcess } from ${JSON.stringify(new URL('../../../src/tools/process/start-process.ts', import.meta.url).href)};
      try { for (;;) openSync('/dev/null'); } catch {}
      try { startProcess(['/bin/true'], { cwd: '/', env: {} }); } catch (error) { console.log(error.message); }
      setTimeout(() => console.log('still here'), 20);
    `;
    const limited = 'ulimit -n 64; exec "$0" --input-type=module -e "$1"';
    const printed = execFileSync('/bin/sh', ['-c', limited, process.execPath, script]);
    expect(printed.toString().trim().split('\n')).to.deep.equal([
      'no file is left for the pipes of a process',
      'still here',
    ]);
  });
});
