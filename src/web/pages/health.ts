import { basename } from 'node:path';
import type { Health } from '../../telemetry/health.ts';
import { html, type Html, type HtmlValue } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import { adminNav } from './admin.ts';
import { factList, wideTable } from './parts/lists.ts';

/** `GET /admin/health`. */
export const healthPage = (frame: Frame, page: Health): string => {
  const { text, format } = frame;
  const { health } = text;
  const { queue, cache, certificate } = page;
  return layout(
    frame,
    { title: health.title, section: 'admin' },
    html`${adminNav(frame, 'health')}
      <p class="lead">${health.lead}</p>
      <div class="cards">
        ${card(health.queue, [
          [health.jobs, format.count(queue.jobs)],
          [health.waiting, format.count(queue.waiting)],
          [
            health.permits,
            `${format.count(queue.permitsHeld)} / ${format.count(queue.permitSlots)}`,
          ],
          [health.overloaded, yesNo(frame, queue.isOverloaded, !queue.isOverloaded)],
        ])}
        ${card(health.cache, [
          [health.bytes, `${format.bytes(cache.bytes)} / ${format.bytes(cache.maxBytes)}`],
          [health.entries, format.count(cache.entries)],
          [health.hits, cache.hitShare === undefined ? '–' : format.percent(cache.hitShare)],
        ])}
        ${card(health.service, [[health.version, page.version]])}
        ${card(health.disk, [[health.free, format.bytes(page.freeBytes)]])}
        ${card(health.isolation, [[health.sandbox, page.sandbox]])}
        ${
          certificate !== undefined &&
          card(health.certificate, [
            [
              health.certificateUntil,
              html`${format.date(certificate.validUntil)}
              ${certificate.isSelfSigned && html`<span class="hint">${health.selfSigned}</span>`}`,
            ],
          ])
        }
      </div>
      <h2>${health.tools}</h2>
      ${toolTable(frame, page.tools)}`,
  );
};

const card = (title: string, facts: readonly (readonly [string, HtmlValue])[]): Html =>
  html`<section class="card">
    <h2>${title}</h2>
    ${factList(facts)}
  </section>`;

const yesNo = ({ text }: Frame, value: boolean, isGood: boolean): Html =>
  html`<span class="badge ${isGood ? 'on' : 'off'}"
    >${value ? text.health.yes : text.health.no}</span
  >`;

/** A row for each program. It works where all of its commands do. */
const programsOf = (tools: Health['tools']) =>
  [...Map.groupBy(tools, ({ name, path }) => path ?? name)].map(([path, commands]) => ({
    name: basename(path),
    path: commands[0]?.path,
    version: commands[0]?.version ?? '',
    works: commands.every(({ works }) => works),
    problem: commands.find(({ works }) => !works)?.problem,
  }));

const toolTable = (frame: Frame, tools: Health['tools']): Html => {
  const { health } = frame.text;
  const programs = programsOf(tools);
  return html`${wideTable(
      health.tools,
      [[health.program, 'short'], [health.version], [health.works, 'long']],
      programs.map(({ name, version, works, problem }) => [
        name,
        version === '' ? '–' : version,
        html`${yesNo(frame, works, works)} ${problem}`,
      ]),
    )}
    <details>
      <summary>${health.paths}</summary>
      ${factList(programs.map(({ name, path }) => [name, html`<code>${path ?? '–'}</code>`]))}
    </details>`;
};
