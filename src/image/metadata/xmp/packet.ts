import { xmpDateOf } from '../dates.ts';
import type { Copyright, PreservedMetadata } from '../preserved.ts';
import { namespaces } from './properties.ts';

/** The metadata for an XMP packet. */
type Packet = Pick<PreservedMetadata, 'copyright' | 'creation'>;

/** An attribute with the declaration of its namespace, unless an attribute before it has that. */
type Property = readonly [prefix: keyof typeof namespaces, name: string, value: string];

/**
 * An XMP packet (UTF-8) with these metadata and no other property: rights, whether they are reserved,
 * the address of a page about them, the time of creation. Empty where there is nothing to write. The x:xmpmeta
 * around it is left out, since it is optional (XMP specification part 1, 7.3.3) and takes 51 bytes.
 */
export const xmpPacketOf = ({ copyright = {}, creation }: Packet): Uint8Array => {
  const { text } = copyright;
  const properties: readonly Property[] = [
    ...rightsProperties(copyright),
    ...(creation === undefined ? [] : [['xmp', 'CreateDate', xmpDateOf(creation)] as const]),
  ];
  if (text === undefined && properties.length === 0) return new Uint8Array(0);
  const prefixes = properties.map(([prefix]) => prefix);
  const declared = declarations(text === undefined ? prefixes : ['dc', ...prefixes]);
  const packet = [
    `<rdf:RDF xmlns:rdf="${namespaces.rdf}">`,
    `<rdf:Description rdf:about=""${declared}${attributes(properties)}>`,
    text === undefined ? '' : rightsElement(text),
    '</rdf:Description></rdf:RDF>',
  ];
  return new TextEncoder().encode(packet.join(''));
};

const rightsProperties = ({ url, marked }: Copyright): readonly Property[] => [
  ...(marked === undefined ? [] : [['xmpRights', 'Marked', marked ? 'True' : 'False'] as const]),
  ...(url === undefined ? [] : [['xmpRights', 'WebStatement', url] as const]),
];

const declarations = (prefixes: readonly (keyof typeof namespaces)[]): string =>
  [...new Set(prefixes)].map((prefix) => ` xmlns:${prefix}="${namespaces[prefix]}"`).join('');

const attributes = (properties: readonly Property[]): string =>
  properties.map(([prefix, name, value]) => ` ${prefix}:${name}="${escaped(value)}"`).join('');

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
};

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"\n\t]/g, (character) => escapes[character] ?? '');

/** Rights are an array by language; only the default language is written. */
const rightsElement = (text: string): string =>
  `<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt></dc:rights>`;
