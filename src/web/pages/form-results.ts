import { html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';

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
    html`${problem !== undefined && html`<p class="note problem" role="alert">${problem}</p>`}
      ${
        results.length === 0
          ? html`<p class="note problem" role="alert">${compress.none}</p>`
          : html`<div class="scroll" role="region" aria-label="${compress.results}" tabindex="0">
              <table class="wide">
                <thead>
                  <tr>
                    <th scope="col">${compress.picture}</th>
                    <th scope="col" class="number extra">${compress.before}</th>
                    <th scope="col" class="number extra">${compress.after}</th>
                    <th scope="col" class="number">${compress.saved}</th>
                    <th scope="col">${compress.download}</th>
                  </tr>
                </thead>
                <tbody>
                  ${results.map((result) => resultRow(frame, result))}
                </tbody>
              </table>
            </div>`
      }
      <p><a class="button main" href="/">${compress.more}</a></p>`,
  );
};

const resultRow = ({ format, text }: Frame, { name, made, problem }: FormResult) => {
  const told = problem !== undefined && html`<strong class="bad">${problem}</strong>`;
  return html`<tr>
    <th scope="row">${name}</th>
    ${
      made === undefined
        ? html`<td colspan="4" class="long">${told}</td>`
        : html`<td class="number extra">${format.bytes(made.bytesBefore)}</td>
            <td class="number extra">${format.bytes(made.bytesAfter)}</td>
            <td class="number">${format.percent(1 - made.bytesAfter / made.bytesBefore)}</td>
            <td class="long"><a href="${made.path}">${text.compress.download}</a> ${told}</td>`
    }
  </tr>`;
};
