import { expect } from 'chai';
import { type Site, startSite } from '../../support/web/site.ts';
import type { Visitor } from '../../support/web/visitor.ts';

const boundary = 'XboundaryX';
const field = (name: string, value: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\nbytes\r\n`;
const end = `--${boundary}--\r\n`;

const broken = 'The form did not arrive whole.';
const leftOut = 'Left out: a form has at most 2 pictures.';

describe('a form of pictures', () => {
  let site: Site;
  let person: Visitor;
  beforeEach(async () => {
    site = await startSite({ overrides: { maxFiles: 2 } });
    person = await site.signedIn({ name: 'Bea' });
  });
  afterEach(() => site.close());

  const send = async (...parts: readonly string[]) => {
    const { status, body } = await site.api.ask('/web/form', {
      method: 'POST',
      key: null,
      headers: {
        ...{ accept: 'text/html', 'sec-fetch-site': 'same-origin', cookie: person.cookie()! },
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body: parts.join(''),
    });
    const text = body.toString();
    return { status, text, links: text.match(/href="\/web\/output\//g)?.length ?? 0 };
  };

  const cases: readonly (readonly [
    title: string,
    parts: readonly string[],
    expected: Readonly<{ status: number; read: number; links: number; says: string }>,
  ])[] = [
    [
      'reads no picture where the options are wrong',
      [field('width', '-5'), file('a.png'), end],
      { status: 400, read: 0, links: 0, says: 'Width and height are whole numbers' },
    ],
    [
      'delivers what came before it broke off',
      [file('a.png'), file('b.png').slice(0, -4)],
      { status: 200, read: 1, links: 1, says: broken },
    ],
    [
      'delivers what came before an option that is too late',
      [file('a.png'), field('width', '5'), file('b.png'), end],
      { status: 200, read: 1, links: 1, says: broken },
    ],
    [
      'is refused where it breaks off before a picture',
      [file('a.png').slice(0, -4)],
      { status: 400, read: 0, links: 0, says: broken },
    ],
    [
      'names the pictures that are left out',
      [file('a.png'), file('b.png'), file('c.png'), end],
      { status: 200, read: 2, links: 2, says: leftOut },
    ],
  ];
  for (const [title, parts, { says, ...expected }] of cases) {
    it(title, async () => {
      const { status, text, links } = await send(...parts);
      expect({ status, read: site.api.received.length, links }).to.deep.equal(expected);
      expect(text).to.contain(says);
    });
  }

  it('delivers a picture whose options failed, since it was counted', async () => {
    const account = await site.accounts.get('Bea');
    await site.accounts.update(account!.id, { requestsPerMinute: 3 });
    const { status, text, links } = await send(
      ...[field('width', '5'), file('a.png'), file('b.png'), end],
    );
    expect({ status, links }).to.deep.equal({ status: 200, links: 2 });
    expect(text).to.contain('Too many requests.');
  });
});
