import { html, type Html } from '../../html.ts';
import type { Frame } from '../../layout.ts';
import { table } from './lists.ts';

export type Usage = Readonly<{
  /** Compressions by month (`YYYY-MM`), oldest first. The last one is the current month. */
  months: readonly Readonly<{ month: string; count: number }>[];
  /** Of a month; null: no limit. */
  limit: number | null;
  /** When the limit starts anew. */
  renewsAt: Date;
}>;

/** The current month as one large number, and the last months. */
export const usageFigures = (frame: Frame, usage: Usage): Html =>
  html`${thisMonth(frame, usage)} ${chart(frame, usage)}`;

const [barWidth, gap, chartHeight, labelHeight] = [36, 12, 120, 20];

/** Compressions by month as bars, with the same numbers as a table. */
const chart = ({ format, text }: Frame, { months }: Usage): Html => {
  const most = Math.max(1, ...months.map(({ count }) => count));
  const width = months.length * (barWidth + gap);
  return html`<svg
      class="chart"
      viewBox="0 0 ${width} ${chartHeight + labelHeight}"
      role="img"
      aria-label="${text.account.chart}"
    >
      ${months.map(({ month, count }, index) => {
        // A month with few compressions still shows that there were some.
        const height = count === 0 ? 0 : Math.max(2, Math.round((count / most) * chartHeight));
        const x = index * (barWidth + gap) + gap / 2;
        return html`<g>
          <title>${format.month(month)}: ${format.count(count)}</title>
          <rect class="track" x="${x}" y="${chartHeight - 1}" width="${barWidth}" height="1" />
          <rect
            class="value"
            x="${x}"
            y="${chartHeight - height}"
            width="${barWidth}"
            height="${height}"
            rx="${Math.min(4, height / 2)}"
          />
          <text x="${x + barWidth / 2}" y="${chartHeight + 16}">${format.shortMonth(month)}</text>
        </g>`;
      })}
    </svg>
    <details>
      <summary>${text.account.showTable}</summary>
      ${table(
        [[text.account.month], [text.account.compressions, 'number']],
        months.toReversed().map(({ month, count }) => [format.month(month), format.count(count)]),
      )}
    </details>`;
};

/** One large number, and how much of the limit it is. */
const thisMonth = ({ text, format }: Frame, { months, limit, renewsAt }: Usage): Html => {
  const { month = '', count = 0 } = months.at(-1) ?? {};
  const { account } = text;
  const title = account.thisMonth(format.month(month));
  if (limit === null) {
    return html`<p class="figure">
      <strong>${format.count(count)}</strong> <span>${title}</span>
      <span class="hint">${account.noLimit}</span>
    </p>`;
  }
  const left = Math.max(0, limit - count);
  const date = format.date(renewsAt);
  return html`<p class="figure">
      <strong>${account.ofLimit(format.count(count), format.count(limit))}</strong>
      <span>${title}</span>
      <span class="hint">
        ${left === 0 ? account.usedUp(date) : account.remaining(format.count(left), date)}
      </span>
    </p>
    <meter
      min="0"
      max="${Math.max(limit, 1)}"
      value="${Math.min(count, limit)}"
      aria-label="${title}"
    ></meter>`;
};
