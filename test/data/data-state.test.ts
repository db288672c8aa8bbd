import { expect } from 'chai';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { dataPaths } from '../../src/data/data-folder.ts';
import { dataStateOf, writeFirstStart, type DataState } from '../../src/data/data-state.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

type Held = 'accounts' | 'secret' | 'counters' | 'output' | 'tls' | 'under way' | 'done';

describe('the state of a data folder', () => {
  const inFolder = temporaryFolders();

  const stateOf = async (held: readonly Held[], isTlsOurs = true): Promise<DataState> => {
    const paths = dataPaths(inFolder('data'));
    mkdirSync(paths.outputs, { recursive: true });
    writeFileSync(paths.lock, '');
    const files = {
      accounts: paths.accounts,
      secret: paths.secret,
      counters: paths.counters,
      output: `${paths.outputs}/an-output`,
      tls: paths.certificate.cert,
    };
    for (const name of held) {
      if (name === 'under way' || name === 'done') await writeFirstStart(paths, name);
      else {
        mkdirSync(dirname(files[name]), { recursive: true });
        writeFileSync(files[name], '');
      }
    }
    return dataStateOf(paths, { isTlsOurs });
  };

  const cases: readonly (readonly [held: readonly Held[], kind: DataState['kind']])[] = [
    [[], 'new'],
    // Ended half way through the first start, at each step.
    [['under way'], 'new'],
    [['under way', 'counters'], 'new'],
    [['under way', 'counters', 'secret'], 'new'],
    [['under way', 'counters', 'secret', 'accounts'], 'complete'],
    [['done', 'counters', 'secret', 'accounts'], 'complete'],
    [['done', 'counters', 'secret', 'accounts', 'output', 'tls'], 'complete'],
    // The state alone is gone.
    [['counters', 'secret', 'accounts'], 'complete'],
    [['secret', 'accounts'], 'lost'],
    [['secret', 'accounts', 'tls'], 'lost'],
    [['secret', 'accounts', 'output'], 'lost'],
    [['secret', 'accounts', 'done'], 'lost'],
    [['secret', 'accounts', 'done', 'output', 'tls'], 'lost'],
    [['counters', 'secret'], 'lost'],
    [['counters', 'secret', 'done'], 'lost'],
    [['counters', 'secret', 'under way', 'tls'], 'lost'],
    [['under way', 'output'], 'lost'],
    // Made in another order than a first start makes them.
    [['under way', 'secret'], 'lost'],
    [['under way', 'accounts', 'secret'], 'lost'],
    [['under way', 'accounts', 'counters'], 'lost'],
    [['counters', 'accounts'], 'lost'],
    [['counters', 'accounts', 'done'], 'lost'],
    [['counters'], 'lost'],
    [['secret'], 'lost'],
    [['accounts'], 'lost'],
    [['done'], 'lost'],
    [['output'], 'lost'],
    [['tls'], 'lost'],
  ];
  for (const [held, kind] of cases) {
    it(`is ${kind} with ${held.join(', ') || 'nothing'}`, async () => {
      expect(await stateOf(held)).to.include({ kind, isDone: held.includes('done') });
    });
  }

  it('is first beside certificates that the operator has put there', async () => {
    expect(await stateOf(['tls'], false)).to.include({ kind: 'new' });
  });

  it('is first beside what a killed process left half written', async () => {
    mkdirSync(inFolder('data/outputs'), { recursive: true });
    mkdirSync(inFolder('data/outputs/.draft-1'));
    mkdirSync(inFolder('data/tls'));
    writeFileSync(inFolder('data/tls/cert.pem.tmp-1'), '');
    expect(await stateOf(['under way'])).to.include({ kind: 'new' });
  });

  it('is lost where a file is a link to one that is gone, at a first start too', async () => {
    mkdirSync(inFolder('data'));
    symlinkSync(inFolder('not-mounted/accounts.json'), inFolder('data/accounts.json'));
    expect(await stateOf([])).to.include({ kind: 'lost' });
    expect(await stateOf(['under way'])).to.include({ kind: 'lost' });
    expect(await stateOf(['secret', 'counters'])).to.include({ kind: 'lost' });
  });

  it('says what is missing, what is there, how to fix it, and what it means to continue', async () => {
    const { missing, problem } = await stateOf(['secret', 'tls', 'output', 'done']);
    expect(missing).to.deep.equal(['accounts', 'counters']);
    expect(problem).to.equal(
      `The data folder ${inFolder('data')} has been used (it holds secret.key, state.json, outputs, tls), ` +
        'but accounts.json, counters.json are missing. Restore them from a backup, or start once with ' +
        '"shrinkd serve --accept-empty" to continue without: a first account is made, and all existing ' +
        'API keys stop working; compressions are counted from zero, and monthly limits start again.',
    );
  });
});
