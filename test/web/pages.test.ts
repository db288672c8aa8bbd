import { expect } from 'chai';
import type { Page, Request } from 'playwright-core';
import { loadAssets } from '../../src/web/assets.ts';
import { createFrame } from '../../src/web/layout.ts';
import type { Language } from '../../src/web/text/languages.ts';
import { hostile, samplePages } from '../support/web/sample-pages.ts';
import { remembered } from '../support/remembered.ts';
import { overflowOf, schemeRules, testBrowser, violationsOn } from '../support/web/browser.ts';
import { type PageServer, startPageServer } from '../support/web/page-server.ts';

const languages: readonly Language[] = ['en', 'de'];

const narrow = [
  { title: '320 pixels wide', viewport: { width: 320, height: 640 } },
  {
    title: 'enlarged to 200 % of a window 1000 pixels wide',
    viewport: { width: 500, height: 400 },
  },
] as const;

describe('the pages', () => {
  const assets = loadAssets();

  it('have no text twice in a language and its own', () => {
    for (const { name, page } of samplePages) {
      const [english, german] = languages.map((language) => page(createFrame(language, assets)));
      expect(english, name).to.contain('<html lang="en">').and.not.equal(german);
    }
  });

  it('escape what an account has', () => {
    for (const { name, page } of samplePages) {
      for (const language of languages) {
        expect(page(createFrame(language, assets)), name).to.not.contain(hostile);
      }
    }
  });

  it('offer to pause a sweep that goes on by itself, as one that runs', () => {
    const offered = ['sweep', 'sweep-paused', 'sweep-done'].map((name) => {
      const { page } = samplePages.find((sample) => sample.name === name)!;
      const text = page(createFrame('en', assets));
      return ['resume', 'pause', 'stop'].filter((action) => text.includes(`value="${action}"`));
    });
    expect(offered).to.deep.equal([['pause', 'stop'], ['resume', 'pause', 'stop'], []]);
  });

  it('have no style or script in their text', () => {
    for (const { name, page } of samplePages) {
      const text = page(createFrame('en', assets));
      expect(text, name).to.not.match(/ style=| on\w+="[^&]|<style|<script(?! type="module" src)/);
    }
  });
});

describe('the pages in a browser', function () {
  this.timeout(120_000);
  const browser = testBrowser();
  let server: PageServer;
  before(async () => {
    server = await startPageServer();
  });
  after(() => server.close());

  /** What a browser finds of each sample page in a language. Each is loaded once, since that takes longest. */
  const surveyed = remembered(async (language: string): Promise<readonly SurveyedPage[]> => {
    const page = await browser.newPage();
    const surveys: SurveyedPage[] = [];
    for (const { name } of samplePages) {
      const requests: Request[] = [];
      page.on('requestfinished', (request) => requests.push(request));
      await page.emulateMedia({ colorScheme: 'light' });
      // Its load is over once scripts, and what they import, are there.
      await page.goto(`${server.url}/${language}/${name}`);
      page.removeAllListeners('requestfinished');
      const sizes = await Promise.all(requests.map((request) => request.sizes()));
      const overflows: number[] = [];
      for (const { viewport } of narrow) {
        await page.setViewportSize(viewport);
        overflows.push(await overflowOf(page));
      }
      surveys.push({
        ...{ name, overflows },
        bytes: sizes.reduce((sum, size) => sum + size.responseBodySize, 0),
        // The elements are the same in each language.
        violations: language === 'en' ? await violationsInSchemes(page) : {},
      });
    }
    return surveys;
  });

  for (const [colorScheme] of schemeRules) {
    it(`break no rule of accessibility, ${colorScheme}`, async () => {
      for (const { name, violations } of await surveyed('en')) {
        expect(violations[colorScheme], name).to.deep.equal([]);
      }
    });
  }

  for (const [index, { title }] of narrow.entries()) {
    for (const language of languages) {
      it(`need no scrolling sideways, ${title}, in ${language}`, async () => {
        for (const { name, overflows } of await surveyed(language)) {
          expect(overflows[index], name).to.equal(0);
        }
      });
    }
  }

  for (const language of languages) {
    it(`have their navigation in one line, 320 pixels wide, in ${language}`, async () => {
      const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
      // Each has its own link in bold.
      for (const name of ['compress', 'account', 'admin']) {
        await page.goto(`${server.url}/${language}/${name}`);
        const tops = await page
          .locator('.bar nav a')
          .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
        expect(tops, name).to.have.length(3);
        expect(new Set(tops), name).to.have.property('size', 1);
      }
    });
  }

  it('show results with their links in 320 pixels', async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
    for (const language of languages) {
      await page.goto(`${server.url}/${language}/form-results`);
      const hidden = 'document.querySelector(".scroll").scrollWidth - innerWidth';
      expect(await page.evaluate(hidden), language).to.be.lessThan(0);
    }
  });

  for (const width of [1000, 360]) {
    it(`cut off no example and no tool, ${width} pixels wide`, async () => {
      const page = await browser.newPage({ viewport: { width, height: 640 } });
      for (const name of ['account-key', 'key-shown', 'health']) {
        await page.goto(`${server.url}/en/${name}`);
        const parts = page.locator('.copyable pre:visible, .scroll:visible');
        const hidden = await parts.evaluateAll((elements) =>
          elements.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
        );
        expect(hidden.length, name).to.be.greaterThan(0);
        expect(Math.max(...hidden), name).to.equal(0);
      }
    });
  }

  it('draw nothing but a line for a month without compressions', async () => {
    const page = await browser.newPage();
    await page.goto(`${server.url}/en/account`);
    const heights = await page
      .locator('.chart g')
      .evaluateAll((months) =>
        months.map((month) =>
          Math.max(...[...month.querySelectorAll('rect')].map((rect) => rect.height.baseVal.value)),
        ),
      );
    expect(heights.slice(0, 3)).to.deep.equal([1, 1, 7]);
  });

  it('weigh less than 60 kB without pictures', async () => {
    for (const { name, bytes } of await surveyed('en')) {
      expect(bytes, name).to.be.greaterThan(1000).and.lessThan(60_000);
    }
  });
});

type SurveyedPage = Readonly<{
  name: string;
  bytes: number;
  /** Pixels that it is wider than each window of `narrow`. */
  overflows: readonly number[];
  /** By colour scheme. */
  violations: Readonly<Partial<Record<string, readonly string[]>>>;
}>;

/** With all that is folded away. */
const violationsInSchemes = async (page: Page): Promise<SurveyedPage['violations']> => {
  await page.setViewportSize({ width: 1000, height: 800 });
  for (const details of await page.locator('details').all()) {
    await details.evaluate((element) => element.setAttribute('open', ''));
  }
  const found: [string, readonly string[]][] = [];
  for (const [colorScheme, rules] of schemeRules) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    found.push([colorScheme, await violationsOn(page, rules)]);
  }
  return Object.fromEntries(found);
};
