import { html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import { problemOf } from './parts/forms.ts';
import { wideTable } from './parts/lists.ts';

/** A picture that was sent without scripts: its sizes and where its result is, what went wrong, or both. */
export type FormResult = Readonly<{
  name: string;
  made?: Readonly<{ bytesBefore: number; bytesAfter: number; path: string }>;
  problem?: string;
}>;

/** The answer to `POST /web/form`. `problem` is why the form was not read to its end. */
export const formResultsPage = (
  frame: Frame,
  results: readonly FormResult[],
  problem?: string,
): string => {
  const { compress } = frame.text;
  return layout(
    frame,
    { title: compress.results, section: 'compress' },
    html`${problemOf(problem)}
      ${
        results.length === 0
          ? problemOf(compress.none)
          : wideTable(
              compress.results,
              [
                [compress.picture],
                [compress.before, 'number extra'],
                [compress.after, 'number extra'],
                [compress.saved, 'number'],
                [compress.download, 'long'],
              ],
              results.map((result) => rowOf(frame, result)),
            )
      }
      <p><a class="button main" href="/">${compress.more}</a></p>`,
  );
};

const rowOf = ({ format, text }: Frame, { name, made, problem }: FormResult) => {
  const told = problem !== undefined && html`<strong class="bad">${problem}</strong>`;
  if (made === undefined) return [name, told];
  const { bytesBefore, bytesAfter, path } = made;
  return [
    name,
    format.bytes(bytesBefore),
    format.bytes(bytesAfter),
    format.percent(1 - bytesAfter / bytesBefore),
    html`<a href="${path}">${text.compress.download}</a> ${told}`,
  ];
};
