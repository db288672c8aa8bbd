import { expect } from 'chai';
import { html, type HtmlValue } from '../../src/web/html.ts';

describe('html', () => {
  const cases: readonly (readonly [title: string, value: HtmlValue, expected: string])[] = [
    [
      'escapes text',
      `<img src=x onerror="alert('1')"> & more`,
      '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; more',
    ],
    ['takes its own templates as they are', html`<b>${'<i>'}</b>`, '<b>&lt;i&gt;</b>'],
    ['joins a list', [html`<li></li>`, '&', 1], '<li></li>&amp;1'],
    ['joins lists in lists', [[html`<li></li>`], ['<']], '<li></li>&lt;'],
    ['writes numbers, also 0', 0, '0'],
    ['leaves out null', null, ''],
    ['leaves out undefined', undefined, ''],
    ['leaves out false', false, ''],
  ];
  for (const [title, value, expected] of cases) {
    it(title, () => {
      expect(html`<p title="${value}">${value}</p>`.toString()).to.equal(
        `<p title="${expected}">${expected}</p>`,
      );
    });
  }

  it('cannot be made but by a template', () => {
    const forged = Object.create(Object.getPrototypeOf(html``) as object) as HtmlValue;
    expect(() => html`${forged}`.toString()).to.throw(TypeError);
  });
});
