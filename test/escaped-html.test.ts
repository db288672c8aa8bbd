import { expect } from 'chai';
import { escaped } from '../src/escaped-html.ts';

describe('text as HTML', () => {
  it('has no sign that begins a tag or an entity, or ends an attribute', () => {
    expect(escaped(`<a href="x" title='y'>&amp;`)).to.equal(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;',
    );
  });
});
