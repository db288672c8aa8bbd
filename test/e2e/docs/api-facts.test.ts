import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { defaults } from '../../../src/config/settings.ts';
import { withMetadata } from '../../../src/image/metadata/write.ts';
import type { PreservedMetadata } from '../../../src/image/metadata/preserved.ts';
import { bytesOf, lengthOf } from '../../../src/image/bytes.ts';
import { holdsSize } from '../../../src/image/type-limits.ts';
import { parseOperation } from '../../../src/service/operation.ts';
import { textOf } from '../../support/docs/code-blocks.ts';
import { writtenSentences } from '../../support/docs/sentences.ts';
import { createClient, jsonOf, type Answer, type Client } from '../../support/e2e/client.ts';
import { curl } from '../../support/e2e/curl.ts';
import { newJpeg, newPhoto } from '../../support/e2e/pictures.ts';
import { exifBlock } from '../../support/image/metadata-builders.ts';
import {
  creation,
  fullCopyright,
  location,
  plainOf,
} from '../../support/image/metadata-samples.ts';
import { bytes, jpegOf, segment } from '../../support/image/builders.ts';
import { factsOf } from '../../support/image/facts.ts';
import { samples } from '../../support/image/samples.ts';
import { ownService } from '../../support/service/service.ts';

const page = 'docs/api.md';
const text = textOf(page);

describe('the facts of docs/api.md that have a number', () => {
  const service = ownService();
  let client: Client;
  /** Every answer, by what was asked. */
  const answered: (readonly [request: string, status: number])[] = [];
  before(() => {
    const plain = createClient(service());
    const send: Client['send'] = async (request) => {
      const answer = await plain.send(request);
      answered.push([
        `${request.method ?? 'GET'} ${new URL(request.path, service().url).pathname}`,
        answer.status,
      ]);
      return answer;
    };
    const upload: Client['upload'] = (body) => send({ method: 'POST', path: '/shrink', body });
    client = { ...plain, send, upload };
  });
  after(() => client.close());

  const operate = async (output: string, operation: object): Promise<Answer> =>
    client.send({
      method: 'POST',
      path: output,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(operation),
    });
  const uploaded = async (picture: Uint8Array): Promise<string> =>
    (await client.upload(picture)).headers.location!;
  const counted = async (ask: () => Promise<unknown>): Promise<number> => {
    const before = await client.count();
    await ask();
    return (await client.count()) - before;
  };
  const refused = async (operation: object): Promise<Answer> =>
    operate(await uploaded(newPhoto()), operation);

  /** What each sentence says, as it stands on the page, and how it is seen. */
  const facts: Readonly<Record<string, () => Promise<void> | void>> = {
    'Requests use HTTPS, with HTTP/1.1 or HTTP/2 on one port.': async () => {
      const { url, certificate } = service();
      for (const [option, version] of [
        ['--http1.1', '1.1'],
        ['--http2', '2'],
      ] as const) {
        const args = ['--silent', '--cacert', certificate, option, '-o', '/dev/null'];
        const { stdout } = await promisify(execFile)('curl', [
          ...args,
          ...['-w', '%{http_version}', `${url}/openapi.json`],
        ]);
        expect(stdout).to.equal(version);
      }
    },
    'Private addresses are answered 400 unless `source.allow` has them.': async () => {
      const source = { url: 'http://127.0.0.1/a.jpg' };
      const answer = await operate('/shrink', { source });
      expect([answer.status, jsonOf(answer)['error']]).to.deep.equal([400, 'Source not found']);
    },
    'The answer is 201.': async () => {
      expect((await client.upload(newJpeg())).status).to.equal(201);
    },
    'Results are kept for 48 hours after their last use (`outputs.retentionSeconds`), or until space is needed (`outputs.maxBytes`).':
      () => {
        const { outputs } = defaults() as { outputs: { retentionSeconds: number } };
        expect(outputs.retentionSeconds).to.equal(48 * 3600);
      },
    'An unknown or invalid field is answered 400 with its name, and is not counted.': async () => {
      const output = await uploaded(newPhoto());
      const wrong = [{ resiz: {} }, { resize: { method: 'fit', width: -1, height: 2 } }];
      for (const [index, name] of ['resiz', 'resize.width'].entries()) {
        const count = await counted(async () => {
          const answer = await operate(output, wrong[index]!);
          expect(answer.status).to.equal(400);
          expect(jsonOf(answer)['message']).to.contain(name);
        });
        expect(count).to.equal(0);
      }
    },
    'An upload counts as one compression, `resize` as one more and `convert` as one more, so an operation with both counts as two.':
      async () => {
        let output = '';
        expect(await counted(async () => (output = await uploaded(newPhoto())))).to.equal(1);
        const resize = { method: 'scale', width: 40 };
        const convert = { type: 'image/webp' };
        const rows: readonly (readonly [object, number])[] = [
          [{ resize }, 1],
          [{ convert }, 1],
          [{ resize, convert }, 2],
          [{ resize, convert }, 2],
          [{ transform: { background: 'white' } }, 0],
          [{ preserve: ['copyright'] }, 0],
        ];
        for (const [operation, count] of rows) {
          const seen = await counted(async () => {
            expect((await operate(output, operation)).status).to.equal(200);
          });
          expect(seen, JSON.stringify(operation)).to.equal(count);
        }
        expect(await counted(() => client.send({ path: output }))).to.equal(0);
      },
    'Other operations on animations are answered 400, also resizing and filling an APNG.':
      async () => {
        const { content } = samples.find(({ name }) => name === 'APNG')!;
        const output = await uploaded(content);
        const resize = { method: 'fit', width: 2, height: 2 };
        for (const operation of [{ resize }, { transform: { background: 'white' } }]) {
          expect((await operate(output, operation)).status).to.equal(400);
        }
      },
    'Orientation: the first entry in the first EXIF block that is one SHORT of 1 to 8.':
      async () => {
        const orientationOf = async (value: number): Promise<number> => {
          const entry = [0x0112, 3, 1, Uint8Array.of(0, value)] as const;
          const exif = segment(0xe1, bytes('Exif\0\0', exifBlock({ main: [entry] })));
          return (await factsOf(jpegOf({ segments: [exif] }))).orientation;
        };
        const values = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
        const seen = await Promise.all(values.map(orientationOf));
        expect(seen).to.deep.equal([1, 1, 2, 3, 4, 5, 6, 7, 8, 1]);
      },
    'An answer other than 2xx or 304 is JSON, `{"error":"...","message":"..."}`, of less than 2 kB.':
      async () => {
        const many = Object.fromEntries(
          Array.from({ length: 500 }, (_, index) => [`f${index}`, 1]),
        );
        const answers = [
          await client.send({ path: '/nowhere' }),
          await client.send({ method: 'DELETE', path: '/shrink' }),
          await client.send({ method: 'POST', path: '/shrink', key: 'wrong' }),
          await client.upload(Buffer.from('no picture')),
          await refused(many),
        ];
        expect(answers.map(({ status }) => status)).to.deep.equal([404, 405, 401, 415, 400]);
        for (const answer of answers) {
          expect(answer.headers['content-type']).to.equal('application/json');
          expect(jsonOf(answer)).to.have.keys('error', 'message');
          expect(answer.body.length).to.be.below(2000);
        }
        expect(jsonOf(answers.at(-1)!)['message']).to.match(/f0.*\b4\d\d more/s);
      },
    'The answer is sent before `100 Continue` and before the body is read, which is then dropped.':
      async () => {
        const args = ['--verbose', '-H', 'Expect: 100-continue', '--data-binary', '@-'];
        const { status, shown } = await curl(
          { ...service(), key: 'wrong' },
          '/shrink',
          args,
          newPhoto(),
        );
        expect(status).to.equal(401);
        expect(shown).not.to.match(/100 Continue/i);
      },
  };

  for (const [sentence, see] of Object.entries(facts)) {
    it(`are true: ${sentence}`, async () => {
      expect(writtenSentences(page)).to.include(sentence);
      await see();
    });
  }

  it('have answers with statuses that the table of requests has', () => {
    const rows = [...text.matchAll(/^\| `(\w+ \/\S+)` \| .* \| ([\d, ]+) \|$/gm)].map(
      ([, request = '', statuses = '']) => ({
        request: new RegExp(`^${request.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
        statuses: statuses.split(', ').map(Number),
      }),
    );
    const known = answered.flatMap(([request, status]) =>
      rows.filter((row) => row.request.test(request)).map(({ statuses }) => ({ status, statuses })),
    );
    expect(known).to.have.lengthOf.above(15);
    for (const { status, statuses } of known) expect(statuses).to.include(status);
  });

  it('are all looked at', () => {
    // A number in brackets after the name of a standard is that of a chapter.
    const withoutCode = (sentence: string): string =>
      sentence.replaceAll(/`[^`]*`|\(PNG, [\d.]+\)/g, '');
    const numbered = writtenSentences(page).filter((sentence) => /\d/.test(withoutCode(sentence)));
    expect(numbered.filter((sentence) => !(sentence in facts))).to.deep.equal([]);
  });
});

/** The page's tables are written by `npm run docs` from the schemas; these numbers are words in them. */
describe('the numbers in the table of options of docs/api.md', () => {
  const numberIn = (pattern: RegExp): number => {
    const found = pattern.exec(text)?.[1];
    expect(found, String(pattern)).to.be.a('string');
    return Number(found);
  };

  const added = (mediaType: string, metadata: PreservedMetadata): number => {
    const plain = plainOf(mediaType);
    return lengthOf(withMetadata(bytesOf(plain), mediaType, metadata)) - plain.length;
  };
  const textBytes = Buffer.byteLength(
    `${fullCopyright.copyright!.text}${fullCopyright.copyright!.url}`,
  );
  const sizes: readonly (readonly [what: string, pattern: RegExp, seen: () => number])[] = [
    [
      'copyright in a JPEG, besides its text',
      /copyright: .*?adds up to (\d+) bytes and the text/,
      () => added('image/jpeg', fullCopyright) - textBytes,
    ],
    [
      'a date in a JPEG',
      /creation: .*?adds up to (\d+) bytes to a JPEG/,
      () => added('image/jpeg', { creation: { date: '2021-03-04', time: '05:06:07' } }),
    ],
    [
      'a location in a JPEG',
      /location: .*?adds up to (\d+) bytes to a JPEG/,
      () => added('image/jpeg', location),
    ],
  ];
  for (const [what, pattern, seen] of sizes) {
    it(`say how many bytes are added by ${what}`, () => {
      expect(seen()).to.be.within(numberIn(pattern) / 2, numberIn(pattern));
    });
  }

  it('say how many bytes a time zone adds', () => {
    const most = numberIn(/adds up to \d+ bytes to a JPEG, and (\d+) more if it has a time zone/);
    const { offset, ...plain } = { offset: '+02:00', ...creation.creation! };
    const without = { ...plain } as typeof plain & { offset?: string };
    const zone = added('image/jpeg', { creation: { ...without, offset } });
    delete without.offset;
    expect(zone - added('image/jpeg', { creation: without })).to.be.within(1, most);
  });

  for (const [mediaType, pattern] of [
    ['image/webp', /WebP holds (\d+) pixels/],
    ['image/avif', /AVIF (\d+) and JPEG/],
    ['image/jpeg', /and JPEG (\d+)\./],
  ] as const) {
    it(`say the longest side of ${mediaType}`, () => {
      const width = numberIn(pattern);
      expect(holdsSize(mediaType, { width, height: 1 })).to.equal(true);
      expect(holdsSize(mediaType, { width: width + 1, height: 1 })).to.equal(false);
    });
  }

  it('say the largest side of a request', () => {
    const width = numberIn(/`resize\.width` \| an integer from 1 to (\d+)/);
    const known = { types: ['image/jpeg'], wildcardTypes: ['image/jpeg'] };
    const ask = (side: number) => (): unknown =>
      parseOperation({ resize: { method: 'scale', width: side } }, known);
    expect(ask(width)).not.to.throw();
    expect(ask(width + 1)).to.throw();
  });
});
