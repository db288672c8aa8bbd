import { expect } from 'chai';
import { type Answer, type Api, startApi } from '../../support/http/api.ts';
import { type Bodies, openBodies } from '../../support/http/bodies.ts';
import { ServiceError } from '../../../src/errors.ts';

const json = { 'content-type': 'application/json' };
const most = 2000;

/** JSON bodies of about 64 kB, which could be answered at length. */
const bodies: readonly (readonly [string, string])[] = [
  ['lists of 16,000 types', JSON.stringify({ convert: { type: Array(16_000).fill('a') } })],
  ['16,000 types joined by commas', JSON.stringify({ convert: { type: 'a,'.repeat(16_000) } })],
  ['lists of 16,000 kinds', JSON.stringify({ preserve: Array(16_000).fill('a') })],
  ['lists of numbers', JSON.stringify({ preserve: Array(30_000).fill(1) })],
  ['7,000 unknown names', JSON.stringify(namesOf(7000, (index) => `k${index}`))],
  ['7,000 unknown fields', JSON.stringify({ resize: namesOf(7000, (index) => `k${index}`) })],
  ['long unknown names', JSON.stringify(namesOf(6, (index) => `${index}`.repeat(10_000)))],
  [
    'an unknown name of another script',
    JSON.stringify(namesOf(40, (index) => '\u{1f4a3}'.repeat(300) + index)),
  ],
  ['an unknown name of control characters', `{"${'\\u0001'.repeat(10_000)}":1}`],
  ['a long value', JSON.stringify({ resize: { method: 'x'.repeat(60_000) } })],
  ['a long number', `{"resize":{"method":"scale","width":1${'0'.repeat(60_000)}}}`],
  ['a long word that is no JSON', 'x'.repeat(60_000)],
  ['a long text that is no JSON', `{"a":"${'x'.repeat(60_000)}`],
  ['control characters in a text', `{"a":"${'\n'.repeat(60_000)}"}`],
  ['a long text', JSON.stringify('x'.repeat(60_000))],
  ['deep objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['deep lists', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
  ['deep lists in an option', `{"preserve":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
  [
    'deep objects in an option',
    `{"store":{"headers":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}}`,
  ],
  ['deep objects that are cut off', '{"a":'.repeat(12_000)],
  ['headers that are no texts', storing(namesOf(3000, (index) => `X-Amz-Meta-${index}`))],
  ['headers with long names', storing(namesOf(3, (index) => 'x'.repeat(20_000) + index))],
  [
    'a long storage region',
    JSON.stringify({ store: { service: 's3', region: 'x'.repeat(60_000) } }),
  ],
];

function namesOf(count: number, name: (index: number) => string): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), 1]));
}

function storing(headers: object): string {
  return JSON.stringify({ store: { service: 'named', name: 'a', path: 'b', headers } });
}

describe('the answer to a bad request is short', () => {
  let api: Api;
  let framed: Bodies;
  before(async () => {
    api = await startApi();
    framed = await openBodies(api);
  });
  after(async () => {
    await framed.close();
    await api.close();
  });

  const expectShort = ({ status, body }: Pick<Answer, 'status' | 'body'>, least = 400): void => {
    expect(status).to.be.within(least, 499);
    expect(body.length).to.be.below(most);
    expect(JSON.parse(body.toString())).to.have.all.keys('error', 'message');
    // Nothing is cut in the middle of a character.
    expect(body.toString()).not.to.match(/\\ud[89a-f]|\uFFFD/i);
    expect(JSON.stringify(api.logLines.at(-1))).to.have.length.below(most + 500);
  };

  for (const [title, body] of bodies) {
    it(`to ${title}`, async () => {
      for (const path of [`/output/${api.output.id}`, '/shrink']) {
        expectShort(await api.ask(path, { method: 'POST', headers: json, body }));
      }
    });
  }

  const long = 'x'.repeat(10_000);
  for (const [title, headers, least] of [
    ['Content-Encoding', { ...json, 'content-encoding': long }, 400],
    ['charset', { 'content-type': `application/json; charset=${long}` }, 400],
    ['Range', { range: `bytes=${'9'.repeat(10_000)}-` }, 200],
    ['If-None-Match', { 'if-none-match': long }, 200],
    ['Host', { host: `${long}.example` }, 200],
    ['Authorization', { authorization: `Basic ${long}` }, 400],
    ['Authorization of another scheme', { authorization: `${long} x` }, 400],
  ] as const) {
    it(`to a long ${title}`, async () => {
      const body = /^c/i.test(title) ? 'x' : undefined;
      const answer = await api.ask(`/output/${api.output.id}`, {
        headers,
        ...(body !== undefined && { body }),
      });
      if (answer.status >= 300) expectShort(answer, least);
      else expect(answer.body).to.deep.equal(api.bytes);
    });
  }

  it('to a long path', async () => {
    for (const path of [
      `/${long}`,
      `/output/${long}`,
      `/output/${long}/receipt`,
      `/output/%ff${long}`,
    ]) {
      expectShort(await api.ask(path));
    }
  });

  it('to a long method, as HTTP/2 lets through', async () => {
    for (const path of ['/shrink', '/nothing']) {
      expectShort(await framed.send('HTTP/2', { method: long, path, pieces: [] }));
      expect(api.logLines.at(-1)).to.include({ method: 'other' });
    }
  });

  it('however long the message is that something ends with', async () => {
    const failing = await startApi({
      overrides: () => ({
        upload: () => Promise.reject(new ServiceError('decode_failed', `${long}\u{1f4a3}`)),
      }),
    });
    try {
      expectShort(await failing.ask('/shrink', { method: 'POST', body: 'x' }));
    } finally {
      await failing.close();
    }
  });
});
