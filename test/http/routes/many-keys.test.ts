import { expect } from 'chai';
import http from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pino } from 'pino';
import { randomLetters } from '../../../src/accounts/keys.ts';
import type { Accounts } from '../../../src/accounts/accounts.ts';
import { type Api, basic, startApi } from '../../support/http/api.ts';

/** Tried in each round. */
const keys = 1000;
const mostRounds = 10;
/** Keys that were kept in a map, to try this test, took 33 or more in each round. */
const mostBytes = 30;
const atOnce = 20;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: object) => void;

/** Bytes of objects that are in use. */
const usedBytes = (): number => {
  // A plain collection leaves some of what weak references had named, and more of it with each request.
  collect({ type: 'major', flavor: 'last-resort' });
  return process.memoryUsage().heapUsed;
};

describe('keys that somebody tries out', () => {
  let api: Api;
  /** How often each method of the accounts was called. */
  const asked: Record<string, number> = {};

  before(async () => {
    api = await startApi({
      overrides: ({ accounts }) => ({
        accounts: counting(accounts),
        log: pino({ level: 'silent' }),
      }),
    });
  });

  const counting = (accounts: Accounts): Accounts =>
    new Proxy(accounts, {
      get: (_, name: keyof Accounts) => {
        asked[name] = (asked[name] ?? 0) + 1;
        return accounts[name];
      },
    });
  const forget = (): void => Object.keys(asked).forEach((name) => delete asked[name]);
  after(() => api.close());

  const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce });
  after(() => agent.destroy());

  /** The status of a request as the plugin sends it: `Authorization` has the key too. */
  const statusOf = (method: string, path: string, key: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: basic(`api:${key}`), 'content-length': '0' };
      const request = http.request({ port: api.port, agent, method, path, headers }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
      });
      request.once('error', reject).end();
    });

  const tryOut = async (count: number, request: (key: string) => Promise<number>) => {
    const statuses = new Set<number>();
    const client = async (): Promise<void> => {
      for (let tried = 0; tried < count / atOnce; tried += 1) {
        statuses.add(await request(randomLetters(32)));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, client));
    return [...statuses];
  };

  for (const [title, status, request] of [
    ['GET /keys', 404, (key: string) => statusOf('GET', `/keys/${key}`, key)],
    ['POST /shrink', 401, (key: string) => statusOf('POST', '/shrink', key)],
  ] as const) {
    it(`are looked up once each, and nothing is kept of them: ${title}`, async () => {
      // A round may take memory for something else, as for compiled code, or give it back. What each key brings is taken
      // in every round.
      const growths: number[] = [];
      let before = usedBytes();
      do {
        forget();
        expect(await tryOut(keys, request)).to.deep.equal([status]);
        expect(asked).to.deep.equal({ findByKey: keys });
        const after = usedBytes();
        growths.push((after - before) / keys);
        before = after;
      } while (Math.abs(growths.at(-1)!) >= mostBytes && growths.length < mostRounds);
      const shown = `bytes a key: ${growths.join(', ')}`;
      expect(growths.at(-1), shown).to.be.within(-mostBytes, mostBytes);

      forget();
      await request(api.key);
      expect(asked).to.deep.equal({ findByKey: 1 });
    });
  }
});
