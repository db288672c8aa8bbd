import { expect } from 'chai';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Counters } from '../../src/counters/counters.ts';
import { createFileCounters } from '../../src/counters/file-counters.ts';
import { StartError } from '../../src/errors.ts';
import { writeFileAtomically, type WriteFile } from '../../src/durable-file.ts';
import { createMemoryCounters } from '../support/counters/memory-counters.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { countersSuite } from '../suites/counters-suite.ts';
import { added } from '../support/counters/added.ts';

const november = (): number => Date.parse('2026-11-20T12:00:00Z');

describe('counters in a file', () => {
  const inFolder = temporaryFolders();
  const open = (writeFile?: WriteFile, now = november): Promise<Counters> =>
    createFileCounters({ path: inFolder('counters.json'), now, ...(writeFile && { writeFile }) });
  const stored = (): unknown => JSON.parse(readFileSync(inFolder('counters.json'), 'utf8'));

  countersSuite('a file', (now) => open(undefined, now));

  it('are stored when an addition is acknowledged', async () => {
    const counters = await open();
    await added(counters, 'acct_a', 2);
    expect(stored()).to.deep.equal({ version: 1, months: { '2026-11': { acct_a: 2 } } });
  });

  it('go on where the file ends', async () => {
    await added(await open(), 'acct_a', 2);
    const counters = await open();
    expect(await counters.count('acct_a')).to.equal(2);
    expect(await added(counters, 'acct_a', 1)).to.equal(3);
  });

  it('know the last thousand additions that may be repeated, also after a restart', async () => {
    const add = (counters: Counters, id: number) =>
      counters.add('acct_a', 1, { requestId: `${id}`, mayRepeat: true });
    const counters = await open();
    await Promise.all(Array.from({ length: 1001 }, (_, id) => add(counters, id)));
    const again = await open();
    await Promise.all([1, 500, 1000].map((id) => add(again, id)));
    expect(await again.count('acct_a')).to.equal(1001);
    expect((stored() as { ids: readonly string[] }).ids).to.have.length(1000);
    expect(await add(again, 0)).to.equal(1002);
  });

  it('do not refuse an addition that is repeated once it has reached the limit', async () => {
    const counters = await open();
    const same = { requestId: 'same', mayRepeat: true, limit: 1 };
    expect(await counters.add('acct_a', 1, same)).to.equal(1);
    expect(await counters.add('acct_a', 1, same)).to.equal(1);
    const other = await rejectionOf(counters.add('acct_a', 1, { ...same, requestId: 'other' }));
    expect(other).to.have.property('code', 'monthly_limit_exceeded');
  });

  it('know nothing of an addition whose write has failed', async () => {
    let isFull = true;
    const counters = await open(async (...args) => {
      if (isFull) throw new Error('full');
      await writeFileAtomically(...args);
    });
    const again = { requestId: 'same', mayRepeat: true };
    await rejectionOf(counters.add('acct_a', 1, again));
    isFull = false;
    expect(await counters.add('acct_a', 1, again)).to.equal(1);
  });

  it('write no file until there is something to count', async () => {
    await added(await open(), 'acct_a', 0);
    expect(readdirSync(inFolder())).to.deep.equal([]);
  });

  it('share one write among the additions that arrive during another', async () => {
    let writes = 0;
    const counters = await open(async (...args) => {
      writes += 1;
      await writeFileAtomically(...args);
    });
    await Promise.all(Array.from({ length: 1000 }, () => added(counters, 'acct_a', 1)));
    expect(stored()).to.deep.equal({ version: 1, months: { '2026-11': { acct_a: 1000 } } });
    expect(writes).to.equal(2);
  });

  it('remove the temporary files of a process that was killed', async () => {
    writeFileSync(inFolder('counters.json.tmp-0123'), '{"version":1,"mon');
    await open();
    expect(readdirSync(inFolder())).to.deep.equal([]);
  });

  it('keep the latest months and drop older ones when they write', async () => {
    const months = Object.fromEntries(
      ['2023-01', '2024-11', '2024-12', ...monthsOf(2025), ...monthsOf(2026).slice(0, 10)].map(
        (month) => [month, { acct_a: 1 }],
      ),
    );
    writeFileSync(inFolder('counters.json'), JSON.stringify({ version: 1, months }));
    const counters = await open();
    expect(await counters.months()).to.have.length(25);
    await added(counters, 'acct_a', 1);
    expect(await counters.months()).to.have.length(24);
    expect((await counters.months())[0]).to.equal('2024-12');
    expect(Object.keys((stored() as { months: object }).months)).to.have.length(24);
  });

  it('lose nothing while the clock is years ahead or behind', async () => {
    const times = ['2026-11-20', '2090-01-01', '2026-11-21', '2001-01-01'];
    let time = '';
    const counters = await createFileCounters({
      path: inFolder('counters.json'),
      now: () => Date.parse(time),
      keepMonths: 2,
    });
    for (time of times) await added(counters, 'acct_a', 1);
    expect(stored()).to.deep.equal({
      version: 1,
      months: { '2026-11': { acct_a: 2 }, '2090-01': { acct_a: 1 }, '2001-01': { acct_a: 1 } },
    });
  });

  describe('when a write fails', () => {
    /** Writes that wait until the test lets each one succeed or fail. */
    const controlledWrites = () => {
      const pending: ((error?: Error) => void)[] = [];
      const writeFile: WriteFile = (path, data) =>
        new Promise((resolve, reject) => {
          pending.push((error) =>
            error ? reject(error) : resolve(writeFileAtomically(path, data)),
          );
        });
      const finishNext = (error?: Error): void => pending.shift()?.(error);
      return { writeFile, finishNext };
    };
    const diskFull = Object.assign(new Error('no space'), { code: 'ENOSPC' });

    it('refuse what was in it, count it nowhere, and go on', async () => {
      const { writeFile, finishNext } = controlledWrites();
      const counters = await open(writeFile);
      const refused = rejectionOf(added(counters, 'acct_a', 5));
      const later = added(counters, 'acct_a', 1);
      finishNext(diskFull);
      expect(await refused).to.include({ code: 'storage_full', cause: diskFull });
      expect(await counters.count('acct_a')).to.equal(0);
      finishNext();
      expect(await later).to.equal(1);
      expect(await counters.usage()).to.deep.equal({ acct_a: 1 });
      expect(stored()).to.deep.equal({ version: 1, months: { '2026-11': { acct_a: 1 } } });
    });

    it('give the room under a limit back', async () => {
      const { writeFile, finishNext } = controlledWrites();
      const counters = await open(writeFile);
      const first = rejectionOf(added(counters, 'acct_a', 1, { limit: 1 }));
      const tooMany = await rejectionOf(added(counters, 'acct_a', 1, { limit: 1 }));
      expect(tooMany).to.have.property('code', 'monthly_limit_exceeded');
      finishNext(diskFull);
      await first;
      const second = added(counters, 'acct_a', 1, { limit: 1 });
      finishNext();
      expect(await second).to.equal(1);
    });

    it('do not count what is not stored yet', async () => {
      const { writeFile, finishNext } = controlledWrites();
      const counters = await open(writeFile);
      const adding = added(counters, 'acct_a', 1);
      expect(await counters.count('acct_a')).to.equal(0);
      expect(await counters.usage()).to.deep.equal({});
      finishNext();
      await adding;
      expect(await counters.count('acct_a')).to.equal(1);
    });

    for (const code of ['EROFS', 'EIO', 'ENOENT']) {
      it(`are unavailable where their folder answers ${code}`, async () => {
        const counters = await open(() => Promise.reject(Object.assign(new Error(code), { code })));
        const refused = await rejectionOf(added(counters, 'acct_a', 1));
        expect(refused).to.include({ code: 'unavailable', retryAfterSeconds: 5 });
      });
    }

    it('call any other failure internal', async () => {
      const counters = await open(() => Promise.reject(new Error('odd')));
      expect(await rejectionOf(added(counters, 'acct_a', 1))).to.have.property('code', 'internal');
    });
  });

  it('refuse to count anything but whole numbers', async () => {
    const counters = await open();
    for (const compressions of [-1, 0.5, Number.NaN]) {
      expect(await rejectionOf(added(counters, 'acct_a', compressions))).to.be.instanceOf(
        RangeError,
      );
    }
  });

  describe('refuse to start on a file', () => {
    const cases: readonly (readonly [title: string, content: string, problem: string])[] = [
      ['that is empty', '', 'is not JSON (0 bytes)'],
      ['that is cut off', '{"version":1,"months":{"2026-11":{"acct', 'is not JSON (39 bytes)'],
      ['that is no object', '[]', 'is not a JSON object'],
      ['of another version', '{"version":2,"months":{}}', '"version" is not 1'],
      ['without months', '{"version":1}', '"months" is not an object'],
      ['with an impossible month', '{"version":1,"months":{"2026-13":{}}}', '"2026-13"'],
      ['whose month is no object', '{"version":1,"months":{"2026-11":[]}}', '"2026-11" is not'],
      ['with a negative count', '{"version":1,"months":{"2026-11":{"a":-1}}}', 'for "a"'],
      ['with a broken count', '{"version":1,"months":{"2026-11":{"a":1.5}}}', 'for "a"'],
      ['with ids that are no texts', '{"version":1,"months":{},"ids":[1]}', '"ids" is not a list'],
      ['with a count in words', '{"version":1,"months":{"2026-11":{"a":"1"}}}', 'for "a"'],
    ];

    for (const [title, content, problem] of cases) {
      it(`${title}, and leave it alone`, async () => {
        writeFileSync(inFolder('counters.json'), content);
        const error = await rejectionOf(open());
        expect(error).to.be.instanceOf(StartError);
        expect(String(error)).to.contain(inFolder('counters.json'));
        expect(String(error)).to.contain(problem).and.contain('Restore it from a backup');
        expect(readFileSync(inFolder('counters.json'), 'utf8')).to.equal(content);
        expect(readdirSync(inFolder())).to.deep.equal(['counters.json']);
      });
    }

    it('that cannot be read', async () => {
      const error = await rejectionOf(createFileCounters({ path: inFolder(), now: november }));
      expect(error).to.be.instanceOf(StartError);
      expect(String(error)).to.contain('cannot be read (EISDIR)');
    });
  });
});

const monthsOf = (year: number): string[] =>
  Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`);

countersSuite('memory', async (now) => createMemoryCounters({ now }));
