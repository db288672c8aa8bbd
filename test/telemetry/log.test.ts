import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = fileURLToPath(new URL('../support/telemetry/logging-process.ts', import.meta.url));
const logged = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [program, ...args]);

describe('the log', () => {
  it('is a JSON line each on standard error, without secrets', async () => {
    const { stdout, stderr } = await logged('info', 'auto');
    expect(stdout).to.equal('');
    expect(stderr).not.to.contain('hunter2');
    const lines = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).to.have.length(8);
    const { time, ...first } = lines[0]!;
    expect(time).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(first).to.deep.equal({
      level: 'info',
      msg: 'with secrets',
      requestId: 'r1',
      key: '**redacted**',
      request: { authorization: '**redacted**' },
    });
    expect(lines.at(-1)).to.include({ level: 'error', msg: 'failed' });
    expect(lines.at(-1))
      .to.have.nested.property('err.stack')
      .that.contains('broken')
      .and.contains('its cause');
  });

  it('can be read by people, without secrets too', async () => {
    const { stdout, stderr } = await logged('debug', 'pretty');
    expect(stdout).to.equal('');
    expect(stderr).to.match(/^\[\d\d:\d\d:\d\d\] INFO: with secrets$/m);
    expect(stderr).to.contain('for developers');
    expect(stderr).not.to.contain('hunter2');
  });

  it('is empty at the level "silent"', async () => {
    expect(await logged('silent', 'json')).to.deep.equal({ stdout: '', stderr: '' });
  });
});
