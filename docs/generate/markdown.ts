/** A Markdown table; cells are not padded, so that a new row changes one line. */
export const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map(cellOf).join(' | ')} |`)
    .map((line) => line.replaceAll('|  |', '| |'))
    .join('\n');

const cellOf = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');

export const code = (text: string): string => `\`${text}\``;

/** Descriptions are plain text, in which Markdown would take `*` for emphasis and `<` for HTML. */
export const prose = (text: string): string =>
  text.replaceAll('*/*', '`*/*`').replaceAll('<', '&lt;');

const blockPattern = /<!-- generated: ([a-z-]+) -->\n[\s\S]*?<!-- end of generated -->/g;

/** The page with each generated block replaced by what `blocks` holds under its name. */
export const filled = (page: string, blocks: ReadonlyMap<string, () => string>): string =>
  page.replaceAll(blockPattern, (_whole, name: string) => {
    const block = blocks.get(name);
    if (block === undefined) throw new Error(`There is no generated block "${name}".`);
    return `<!-- generated: ${name} -->\n\n${block()}\n\n<!-- end of generated -->`;
  });
