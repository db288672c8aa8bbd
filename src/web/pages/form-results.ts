import { html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';

/** One picture that was sent without scripts: its sizes and where its result is, or what went wrong. */
export type FormResult =
  | Readonly<{ name: string; bytesBefore: number; bytesAfter: number; path: string }>
  | Readonly<{ name: string; problem: string }>;

/** The answer to `POST /web/form`. */
export const formResultsPage = (frame: Frame, results: readonly FormResult[]): string => {
  const { compress } = frame.text;
  return layout(
    frame,
    { title: compress.results, section: 'compress' },
    html`${
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

const resultRow = ({ format, text }: Frame, result: FormResult) =>
  html`<tr>
    <th scope="row">${result.name}</th>
    ${
      'problem' in result
        ? html`<td colspan="4" class="long"><strong class="bad">${result.problem}</strong></td>`
        : html`<td class="number extra">${format.bytes(result.bytesBefore)}</td>
            <td class="number extra">${format.bytes(result.bytesAfter)}</td>
            <td class="number">${format.percent(1 - result.bytesAfter / result.bytesBefore)}</td>
            <td><a href="${result.path}">${text.compress.download}</a></td>`
    }
  </tr>`;
