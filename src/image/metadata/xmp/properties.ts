import { xmlEventsOf, type XmlEvent } from './xml.ts';

/** The namespaces that are read, by the prefix used here. XMP specification part 1, 8; part 2, 1. */
export const namespaces = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  dc: 'http://purl.org/dc/elements/1.1/',
  exif: 'http://ns.adobe.com/exif/1.0/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  xmpRights: 'http://ns.adobe.com/xap/1.0/rights/',
} as const;

/** The state at one point of the document. */
type Reader = {
  /** Namespaces by prefix as declared so far. XMP declares each prefix once, so scopes are not kept. */
  declared: Map<string, string>;
  /** The elements around this point, with the prefixes used here. */
  path: string[];
  property: Property | undefined;
  found: Map<string, string>;
};

/** The property that is being read: its values are the items of its array, or else its text. */
type Property = { name: string; text: string; items: { isDefault: boolean; text: string }[] };

/** Most levels of elements; XMP nests far less deep. */
const maxDepth = 100;

/** Most elements: 2 MiB of tiny ones take 300 ms. A packet of that size with the documents of a history has 36,000. */
const maxElements = 50_000;

/**
 * The simple properties of an XMP packet by name (`dc:rights`), whichever prefixes and notation it uses.
 * An array by language gives the item of the default language, any other array its first item.
 * Structures, and the properties inside them, are left out. XMP specification part 1, 7. Nothing is read behind
 * `maxElements`, or where elements lie deeper than `maxDepth`.
 */
export const xmpPropertiesOf = (xml: string): ReadonlyMap<string, string> => {
  const reader: Reader = {
    declared: new Map(),
    path: [],
    property: undefined,
    found: new Map(),
  };
  let elements = 0;
  for (const event of xmlEventsOf(xml)) {
    if (event.kind === 'start') elements += 1;
    if (elements > maxElements) break;
    take(reader, event);
    if (reader.path.length > maxDepth) break;
  }
  return reader.found;
};

const take = (reader: Reader, event: XmlEvent): void => {
  if (event.kind === 'start') start(reader, event.name, event.attributes);
  else if (event.kind === 'end') end(reader);
  else addText(reader, event.text);
};

type Attributes = ReadonlyMap<string, string>;

const start = (reader: Reader, rawName: string, attributes: Attributes): void => {
  declare(reader, attributes);
  const { path, declared } = reader;
  const name = canonicalName(rawName, declared);
  path.push(name);
  if (isProperty(path)) reader.property = startOf(name, attributes, reader);
  if (isDescription(path)) {
    for (const [key, value] of attributes) keep(reader, canonicalName(key, declared), value);
  }
  if (isItem(path)) {
    const isDefault = attributes.get('xml:lang') === 'x-default';
    reader.property?.items.push({ isDefault, text: '' });
  }
};

const declare = (reader: Reader, attributes: Attributes): void => {
  for (const [name, value] of attributes) {
    if (name.startsWith('xmlns:')) reader.declared.set(name.slice('xmlns:'.length), value);
  }
};

const prefixes: ReadonlyMap<string, string> = new Map(
  Object.entries(namespaces).map(([prefix, uri]) => [uri, prefix]),
);

/** A name with the prefix used here for its namespace. An undeclared prefix has its usual namespace. */
const canonicalName = (name: string, declared: ReadonlyMap<string, string>): string => {
  const colon = name.indexOf(':');
  const uri = colon < 0 ? undefined : declared.get(name.slice(0, colon));
  if (uri === undefined) return name;
  return `${prefixes.get(uri) ?? uri}:${name.slice(colon + 1)}`;
};

const isProperty = (path: readonly string[]): boolean => isDescription(path.slice(0, -1));

const isDescription = (path: readonly string[]): boolean =>
  path.at(-1) === 'rdf:Description' && path.at(-2) === 'rdf:RDF' && path.length <= 3;

const startOf = (name: string, attributes: Attributes, { declared }: Reader): Property => {
  const resource = [...attributes].find(([key]) => canonicalName(key, declared) === 'rdf:resource');
  return { name, text: resource?.[1] ?? '', items: [] };
};

/** The first value that is not empty counts. */
const keep = ({ found }: Reader, name: string, value: string): void => {
  if (value.trim() !== '' && !found.has(name)) found.set(name, value.trim());
};

/** An item of an array that is the value of a property. */
const isItem = (path: readonly string[]): boolean =>
  path.at(-1) === 'rdf:li' && isArray(path.at(-2)) && isProperty(path.slice(0, -2));

const isArray = (name: string | undefined): boolean =>
  name === 'rdf:Alt' || name === 'rdf:Seq' || name === 'rdf:Bag';

const end = (reader: Reader): void => {
  reader.path.pop();
  const { path, property } = reader;
  if (property === undefined || !isDescription(path)) return;
  const item = property.items.find(({ isDefault }) => isDefault) ?? property.items[0];
  keep(reader, property.name, item?.text ?? property.text);
  reader.property = undefined;
};

const addText = ({ path, property }: Reader, text: string): void => {
  if (property === undefined) return;
  const item = property.items.at(-1);
  if (isProperty(path)) property.text += text;
  else if (item !== undefined && isItem(path)) item.text += text;
};
