/** An event of a document. A self-closing element gives its start and its end. */
export type XmlEvent =
  | Readonly<{ kind: 'start'; name: string; attributes: ReadonlyMap<string, string> }>
  | Readonly<{ kind: 'text'; text: string }>
  | Readonly<{ kind: 'end' }>;

/**
 * The elements, attributes and texts of a document in order, up to the first mistake or document type
 * declaration. The time is proportional to the length. Names are as written. Whether an end tag matches
 * its start tag is not checked.
 */
export function* xmlEventsOf(xml: string): Generator<XmlEvent> {
  let position = 0;
  for (;;) {
    const at = xml.indexOf('<', position);
    if (at < 0) return;
    if (at > position) yield { kind: 'text', text: unescaped(xml.slice(position, at)) };
    const markup = markupAt(xml, at);
    if (markup === undefined) return;
    yield* markup.events;
    position = markup.end;
  }
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** Unknown entities stay as written: without a DTD nothing defines them. */
const unescaped = (text: string): string =>
  text.replaceAll(/&(#\d{1,7}|#[xX][\dA-Fa-f]{1,6}|amp|lt|gt|quot|apos);/g, (_, entity: string) =>
    entity.startsWith('#') ? characterOf(entity) : (entities[entity] ?? ''),
  );

const lastCodePoint = 0x10ffff;

const characterOf = (entity: string): string => {
  const code = /^#x/i.test(entity) ? Number(`0${entity.slice(1)}`) : Number(entity.slice(1));
  return code <= lastCodePoint ? String.fromCodePoint(code) : '';
};

/** The events of one piece of markup, which ends at `end`. */
type Markup = Readonly<{ events: readonly XmlEvent[]; end: number }>;

/** Markup without elements: how it opens and closes, and whether its contents are text. */
const opaque: readonly (readonly [open: string, close: string, isText: boolean])[] = [
  ['<!--', '-->', false],
  ['<![CDATA[', ']]>', true],
  ['<?', '?>', false],
];

const markupAt = (xml: string, at: number): Markup | undefined => {
  for (const [open, close, isText] of opaque) {
    if (!xml.startsWith(open, at)) continue;
    const start = at + open.length;
    const end = xml.indexOf(close, start);
    if (end < 0) return undefined;
    const events: XmlEvent[] = isText ? [{ kind: 'text', text: xml.slice(start, end) }] : [];
    return { events, end: end + close.length };
  }
  if (!xml.startsWith('</', at)) return startTag(xml, at);
  const end = xml.indexOf('>', at);
  return end < 0 ? undefined : { events: [{ kind: 'end' }], end: end + 1 };
};

// Each class excludes the character that ends it, so that no text is scanned twice.
const namePattern = /<([^\s/>=<"']+)/y;
const attribute = /\s+([^\s/>=<"']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const tagEnd = /\s*(\/?)>/y;

const startTag = (xml: string, at: number): Markup | undefined => {
  const name = matchAt(namePattern, xml, at)?.[1];
  if (name === undefined) return undefined;
  let end = namePattern.lastIndex;
  const attributes = new Map<string, string>();
  for (;;) {
    const found = matchAt(attribute, xml, end);
    if (found === null) break;
    attributes.set(found[1] ?? '', unescaped(found[2] ?? found[3] ?? ''));
    end = attribute.lastIndex;
  }
  const close = matchAt(tagEnd, xml, end);
  if (close === null) return undefined;
  const start: XmlEvent = { kind: 'start', name, attributes };
  const events: readonly XmlEvent[] = close[1] === '/' ? [start, { kind: 'end' }] : [start];
  return { events, end: tagEnd.lastIndex };
};

/** The match of `pattern` at exactly `at`. */
const matchAt = (pattern: RegExp, xml: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(xml);
};
