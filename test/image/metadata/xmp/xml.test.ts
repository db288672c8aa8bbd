import { expect } from 'chai';
import { xmlEventsOf } from '../../../../src/image/metadata/xmp/xml.ts';

/** Events on one line: `<name a=b>` for a start, `>` for an end, texts in quotes. */
const told = (xml: string): string =>
  [...xmlEventsOf(xml)]
    .map((event) => {
      if (event.kind === 'end') return '>';
      if (event.kind === 'text') return JSON.stringify(event.text);
      const attributes = [...event.attributes].map(([name, value]) => ` ${name}=${value}`);
      return `<${event.name}${attributes.join('')}`;
    })
    .join(' ');

describe('reading XML', () => {
  const cases = [
    ['elements and texts', '<a>b<c>d</c></a>', '<a "b" <c "d" > >'],
    ['attributes in both quotes', `<a b="c'd" e = 'f"g'/>`, `<a b=c'd e=f"g >`],
    ['attributes on lines of their own', '<a\n\tb="1"\r\n c="2"\n>', '<a b=1 c=2'],
    ['a > in an attribute', '<a b="c>d">e</a>', '<a b=c>d "e" >'],
    ['the five entities', '<a b="&lt;&quot;">&amp;&gt;&apos;</a>', `<a b=<" "&>'" >`],
    ['numbers of characters', '<a>&#169;&#xA9;&#x1F600;</a>', '<a "©©😀" >'],
    ['a number beyond all characters', '<a>&#9999999;&#x110000;b</a>', '<a "b" >'],
    ['an undefined entity', '<a>&copy;</a>', '<a "&copy;" >'],
    ['an entity inside of an entity', '<a>&amp;lt;</a>', '<a "&lt;" >'],
    ['CDATA', '<a><![CDATA[<b>&amp;]]></a>', '<a "<b>&amp;" >'],
    ['comments', '<a><!-- <b> --></a>', '<a >'],
    ['instructions', '<?xpacket begin="<"?><a/>', '<a >'],
  ] as const;
  for (const [name, xml, events] of cases) {
    it(`gives ${name}`, () => expect(told(xml)).to.equal(events));
  }

  const ends = [
    ['a document type', '<a><!DOCTYPE x [<!ENTITY y "z">]>&y;</a>', '<a'],
    ['an attribute without a value', '<a><b c></b></a>', '<a'],
    ['an attribute without an end', '<a><b c="d></b></a>', '<a'],
    ['a tag without an end', '<a><b', '<a'],
    ['an end without an end', '<a></a', '<a'],
    ['a comment without an end', '<a><!-- ', '<a'],
    ['CDATA without an end', '<a><![CDATA[ ', '<a'],
    ['a < alone', '<a>1 < 2</a>', '<a "1 "'],
  ] as const;
  for (const [name, xml, events] of ends) {
    it(`ends at ${name}`, () => expect(told(xml)).to.equal(events));
  }

  const MEGABYTE = 2 ** 20;
  const heavy = [
    ['blanks in a tag', `<a${' '.repeat(MEGABYTE)}`],
    ['blanks before an attribute', `<a${' '.repeat(MEGABYTE)}b`],
    ['blanks behind a name', `<a b${' '.repeat(MEGABYTE)}"`],
    ['a name', `<a ${'b'.repeat(MEGABYTE)}`],
    ['open tags', '<a>'.repeat(MEGABYTE / 3)],
    ['tags that never end', '<a b="'.repeat(MEGABYTE / 6)],
    ['<', '<'.repeat(MEGABYTE)],
    ['comments that never end', '<!--'.repeat(MEGABYTE / 4)],
    ['attributes', `<a ${'b="c" '.repeat(MEGABYTE / 6)}>`],
    ['entities', `<a>${'&amp;'.repeat(MEGABYTE / 5)}</a>`],
    ['& alone', `<a>${'&#'.repeat(MEGABYTE / 2)}</a>`],
  ] as const;
  for (const [name, xml] of heavy) {
    it(`takes no long time for a megabyte of ${name}`, () => {
      // A quadratic reader needs minutes, and the test fails then for its time.
      let count = 0;
      for (const event of xmlEventsOf(xml)) count += event.kind.length;
      expect(count).to.be.below(2 ** 24);
    });
  }
});
