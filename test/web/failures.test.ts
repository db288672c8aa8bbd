import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { type ErrorCode, type ErrorReason, ServiceError } from '../../src/errors.ts';
import { errorAnswers } from '../../src/http/status.ts';
import { formatIn } from '../../src/web/format.ts';
import { sentenceOf } from '../../src/web/text/failures.ts';
import { type Language, textIn } from '../../src/web/text/languages.ts';
import { type Site, startSite } from '../support/web/site.ts';

const sentenceIn = (language: Language, code: ErrorCode, reason?: ErrorReason): string =>
  sentenceOf(
    { text: textIn(language), format: formatIn(language) },
    new ServiceError(code, 'for programs', reason && { reason }),
  );

describe('the errors that people read', () => {
  const codes = Object.keys(errorAnswers) as ErrorCode[];
  const plain = [
    ...['animated_avif', 'animated_png', 'animation_keeps_type', 'bad_operation', 'broken_form'],
    ...['demo_used_up', 'last_administrator', 'needs_background', 'no_such_result'],
    ...['sweep_originals', 'sweep_races', 'sweep_under_way'],
  ].map((id) => ({ id }) as ErrorReason);

  it('are sentences of their own in each language', () => {
    for (const language of ['en', 'de'] as const) {
      const texts = [
        ...codes.map((code) => sentenceIn(language, code)),
        ...plain.map((reason) => sentenceIn(language, 'bad_request', reason)),
      ];
      expect(new Set(texts).size).to.equal(texts.length);
      for (const text of texts) expect(text).to.match(/^[A-ZÄÖÜ].*\.$/);
      expect(texts.join()).not.to.contain('for programs');
    }
  });

  it('say what the limit is, in the numbers of the language', () => {
    const bytes = { id: 'too_many_bytes', most: 1_500_000 } as const;
    expect(sentenceIn('en', 'too_large', bytes)).to.equal('The file is too large: at most 1.5 MB.');
    expect(sentenceIn('de', 'too_large', bytes)).to.equal(
      'Die Datei ist zu groß: höchstens 1,5 MB.',
    );
    const pixels = { id: 'too_many_pixels', most: 100_000 } as const;
    expect(sentenceIn('de', 'too_large', pixels)).to.contain('höchstens 100.000 Pixel');
    expect(sentenceIn('en', 'too_large', { id: 'too_many_frames', most: 9 })).to.contain(
      '9 frames',
    );
    expect(sentenceIn('de', 'bad_request', { id: 'too_many_files', most: 9 })).to.contain(
      '9 Bilder',
    );
  });

  it('name each reason of errors.ts in this test', () => {
    const source = readFileSync(new URL('../../src/errors.ts', import.meta.url), 'utf8');
    const type = source.slice(source.indexOf('type ErrorReason'), source.indexOf('ErrorDetails'));
    const known = [...type.matchAll(/'(\w+)'/g)].map(([, id]) => id);
    const tested = [...plain.map(({ id }) => id), 'too_many_bytes', 'too_many_pixels'];
    expect(known).to.have.members([...tested, 'too_many_frames', 'too_many_files']);
  });

  describe('on the pages', () => {
    let site: Site;
    beforeEach(async () => {
      site = await startSite();
    });
    afterEach(() => site.close());
    const german = { 'accept-language': 'de' };

    it('are German for scripts of German pages, and English for the API', async () => {
      const person = await site.signedIn({ monthlyLimit: 0 });
      const script = { accept: '*/*', 'sec-fetch-site': 'same-origin', ...german };
      const cookie = { cookie: person.cookie()! };
      const body = { method: 'POST', body: 'picture' };
      const headers = { ...script, ...cookie };
      const own = await site.api.ask('/web/shrink', { ...body, headers, key: null });
      expect(own.json()).to.deep.equal({
        error: 'Too many requests',
        message: 'Ihre Grenze im Monat ist erreicht.',
        code: 'monthly_limit_exceeded',
      });
      const api = await site.api.ask('/shrink', { ...body, headers: german, key: 'wrong' });
      expect(api.json()).to.have.property('message', 'Credentials are invalid.');
      const foreign = { ...headers, 'sec-fetch-site': 'cross-site' };
      const refused = await site.api.ask('/web/shrink', { ...body, headers: foreign, key: null });
      expect(refused.json()).to.have.property('message').that.contains('Nichts wurde geändert');
    });

    it('are German in the results of a form', async () => {
      const person = await site.signedIn({ monthlyLimit: 0 });
      const form = new FormData();
      form.append('files', new Blob(['picture']), 'a.png');
      const request = new Request('https://x.example', { method: 'POST', body: form });
      const type = { 'content-type': request.headers.get('content-type')! };
      const page = await site.api.ask('/web/form', {
        method: 'POST',
        key: null,
        headers: {
          ...{ accept: 'text/html', 'sec-fetch-site': 'same-origin', cookie: person.cookie()! },
          ...{ ...german, ...type },
        },
        body: new Uint8Array(await request.arrayBuffer()),
      });
      expect(page.body.toString()).to.contain('Ihre Grenze im Monat ist erreicht.');
    });

    it('are German where the last administrator would be disabled', async () => {
      const admin = site.visitor();
      const form = { email: 'ada@example.org', password: 'correct horse' };
      await admin.visit('/signin', { form });
      const ada = await site.accounts.get('Ada');
      const path = `/admin/accounts/${ada!.id}/disable`;
      const { status, text } = await admin.visit(path, { form: {}, headers: german });
      expect(status).to.equal(400);
      expect(text).to.contain('Kein anderer Administrator kann sich anmelden.');
    });
  });
});
