import { code, prose } from './markdown.ts';

type SchemaNode = Readonly<{
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  description?: string;
  minimum?: number;
  maximum?: number;
  items?: SchemaNode;
  properties?: Readonly<Record<string, SchemaNode>>;
  required?: readonly string[];
  allOf?: readonly SchemaNode[];
  anyOf?: readonly SchemaNode[];
  then?: SchemaNode;
  'x-expected'?: string;
}>;

/** A row for each field below the node at `pointer`: its path, its form, and its description. */
export const schemaRows = (schema: object, pointer: string): readonly (readonly string[])[] => {
  const root = schema as SchemaNode;
  const rows = new Map<string, readonly string[]>();
  collect(root, nodeAt(root, pointer), '', rows);
  return [...rows.values()];
};

const nodeAt = (root: SchemaNode, pointer: string): SchemaNode =>
  pointer
    .split('/')
    .filter((part) => part !== '')
    .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], root) as SchemaNode;

const collect = (
  root: SchemaNode,
  node: SchemaNode,
  path: string,
  rows: Map<string, readonly string[]>,
): void => {
  for (const [name, written] of Object.entries(node.properties ?? {})) {
    const child = resolved(root, written);
    const childPath = path === '' ? name : `${path}.${name}`;
    const description = child.description ?? '';
    // A condition repeats the names of fields without saying anything of them.
    if (description !== '' && !rows.has(childPath)) {
      rows.set(childPath, [code(childPath), formOf(child), prose(description)]);
    }
    collect(root, child, childPath, rows);
  }
  for (const part of [...(node.allOf ?? []), ...(node.anyOf ?? []), node.then]) {
    if (part !== undefined) collect(root, resolved(root, part), path, rows);
  }
};

const resolved = (root: SchemaNode, node: SchemaNode): SchemaNode => {
  if (node.$ref === undefined) return node;
  const { $ref, ...own } = node;
  return { ...nodeAt(root, $ref.replace('#', '')), ...own };
};

/** What a value has to be, in a few words. */
const formOf = (node: SchemaNode): string => {
  if (node['x-expected'] !== undefined) return node['x-expected'];
  if (node.enum !== undefined) return node.enum.map((value) => code(String(value))).join(', ');
  const bounds = [node.minimum, node.maximum].map((bound) => bound ?? '');
  const range = bounds.some((bound) => bound !== '') ? ` ${bounds.join(' to ').trim()}` : '';
  const types = [...new Set([node, ...(node.anyOf ?? [])].flatMap(typesOf))].join(' or ');
  const preset = node.default === undefined ? '' : `; ${code(JSON.stringify(node.default))}`;
  return `${types}${range}${preset}`;
};

const typesOf = ({ type, items }: SchemaNode): readonly string[] =>
  [type ?? []].flat().map((name) => (name === 'array' ? arrayOf(items) : name));

/** An array by what its items are, where that can be said in a few words. */
const arrayOf = (items: SchemaNode = {}): string => {
  const values = items.enum?.map((value) => code(String(value))).join(', ');
  const form = values ?? items.type;
  return form === undefined ? 'array' : `array of ${form}`;
};
