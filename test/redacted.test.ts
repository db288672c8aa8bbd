import { inspect } from 'node:util';
import { expect } from 'chai';
import { pino } from 'pino';
import { secretOf } from '../src/redacted.ts';

describe('a secret', () => {
  const secret = secretOf('hunter2');

  it('is revealed to those who ask for it', () => {
    expect(secret.reveal()).to.equal('hunter2');
  });

  it('is hidden from everything else', () => {
    let logged = '';
    pino({ base: null }, { write: (line) => (logged = line) }).info({ secret, deep: { secret } });
    const shown = [
      String(secret),
      `${secret}`,
      JSON.stringify({ secret }),
      inspect({ deep: { secret } }, { depth: 9, showHidden: true }),
      Object.values(secret).map(String).join(),
      logged,
    ];
    for (const text of shown) expect(text).not.to.include('hunter2');
    expect(logged).to.include('**redacted**');
  });
});
