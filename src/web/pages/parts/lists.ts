import { html, type Html, type HtmlValue } from '../../html.ts';
import { hidden } from './forms.ts';

/** The title of a column, and the classes of its cells: `number`, `long`, and `extra` where a narrow page has none. */
type Column = readonly [title: string, classes?: string];

/** The first cell of a row is its head. The last one of a row with fewer cells takes the place of the others. */
type Row = readonly HtmlValue[];

/** A table with a line of titles. */
export const table = (columns: readonly Column[], rows: readonly Row[], classes?: string): Html =>
  html`<table ${classed(classes)}>
    <thead>
      <tr>
        ${columns.map(([title, kind]) => html`<th scope="col" ${classed(kind)}>${title}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([head, ...cells]) =>
          html`<tr>
            <th scope="row" ${classed(columns[0]?.[1])}>${head}</th>
            ${cells.map((cell, index) => {
              const rest = columns.slice(index + 1);
              const isShort = index === cells.length - 1 && rest.length > 1;
              const [, kind] = (isShort ? rest.at(-1) : rest[0]) ?? [];
              const span = isShort && html`colspan="${rest.length}"`;
              return html`<td ${classed(kind)} ${span}>${cell}</td>`;
            })}
          </tr>`,
      )}
    </tbody>
  </table>`;

const classed = (classes: string | undefined): Html | false =>
  classes !== undefined && html`class="${classes}"`;

/** A table that is scrolled sideways in its own frame where it is too wide. `label`: for screen readers. */
export const wideTable = (label: string, columns: readonly Column[], rows: readonly Row[]): Html =>
  html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">
    ${table(columns, rows, 'wide')}
  </div>`;

/** Names and what belongs to them. */
export const factList = (facts: readonly (readonly [name: string, value: HtmlValue])[]): Html =>
  html`<dl class="facts">
    ${facts.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;

type Entry = Readonly<{
  id: string;
  content: HtmlValue;
  /** What is small beside it. */
  hint: string;
  /** What its button does, for screen readers. */
  label: string;
}>;

/** A list whose entries have a button each, which sends their `id` to `action`. Nothing where there is none. */
export const entryList = (
  action: string,
  button: string,
  entries: readonly Entry[],
): Html | false =>
  entries.length > 0 &&
  html`<ul class="entries">
    ${entries.map(
      ({ id, content, hint, label }) =>
        html`<li class="row spread">
          <span>${content} <span class="hint">${hint}</span></span>
          <form method="post" action="${action}">
            ${hidden('id', id)}
            <button class="small" aria-label="${label}">${button}</button>
          </form>
        </li>`,
    )}
  </ul>`;
