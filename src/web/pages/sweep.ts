import type { DescribedSweep } from '../../bulk/sweeps/describe.ts';
import { html, type Html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import { adminNav } from './admin.ts';
import { hidden, problemOf } from './parts/forms.ts';
import { factList, wideTable } from './parts/lists.ts';
import { placeText, statusBadge } from './sweeps.ts';

/** `GET /admin/sweeps/<id>`. */
export const sweepPage = (frame: Frame, sweep: DescribedSweep, problem?: string): string => {
  const { sweeps: text } = frame.text;
  const { kind, status, reason, detail, failures = [], request } = sweep;
  return layout(
    frame,
    {
      ...{ title: `${text.kinds[kind]} ${placeText(request.source)}`, section: 'admin' },
      ...(status === 'running' && { script: 'sweep.js' }),
    },
    html`${adminNav(frame, 'sweeps')} ${problemOf(problem)}
      ${reason !== null && html`<p class="note">${text.reasons[reason]} ${detail}</p>`}
      ${progressOf(frame, sweep)} ${estimateOf(frame, sweep)}
      <div id="facts">${factList(factsOf(frame, sweep))}</div>
      ${actionsOf(frame, sweep)} ${failures.length > 0 && failureTable(frame, failures)}`,
  );
};

/** The texts and numbers that change while a sweep runs, which the script asks for. */
export const liveOf = (frame: Frame, sweep: DescribedSweep) => {
  const { total, lookedAt } = sweep.objects;
  const { count } = frame.format;
  return {
    status: sweep.status,
    lookedAt: total === null ? count(lookedAt) : `${count(lookedAt)} / ${count(total)}`,
    ...{ value: lookedAt, max: total === null ? 0 : Math.max(1, total) },
    facts: factsOf(frame, sweep).map(([, text]) => text),
  };
};

const progressOf = (frame: Frame, sweep: DescribedSweep): Html => {
  const { status, lookedAt, value, max } = liveOf(frame, sweep);
  return html`<div id="live" data-status="${status}">
    <p class="lead"><span id="looked-at">${lookedAt}</span> ${statusBadge(frame, status)}</p>
    ${
      max > 0 &&
      html`<progress
        max="${max}"
        value="${value}"
        aria-label="${frame.text.sweeps.progress}"
      ></progress>`
    }
  </div>`;
};

const estimateOf = ({ text, format }: Frame, { estimate }: DescribedSweep): Html | undefined => {
  if (estimate === null) return undefined;
  const [saved, low, high] = [estimate.saved, estimate.savedLow, estimate.savedHigh].map((bytes) =>
    format.bytes(bytes),
  );
  const found = text.sweeps.found(format.count(estimate.files), format.bytes(estimate.bytes));
  return html`<p class="note">
    ${found} ${text.sweeps.wouldSave(saved ?? '', low ?? '', high ?? '')}
    ${text.sweeps.wouldTake(minutesOf(format, estimate.seconds))}
  </p>`;
};

const minutesOf = (format: Frame['format'], seconds: number): string =>
  format.count(Math.ceil(seconds / 60));

const factsOf = (
  frame: Frame,
  sweep: DescribedSweep,
): readonly (readonly [name: string, text: string])[] => {
  const { format } = frame;
  const { sweeps: words } = frame.text;
  const { startedAt, endedAt, objects, bytes, objectsPerSecond, secondsLeft } = sweep;
  const { to, backup } = sweep.request;
  const timeOf = (time: string): string => format.dateTime(new Date(time));
  const facts: readonly (readonly [name: string, text: string | null | undefined])[] = [
    [words.started, timeOf(startedAt)],
    [words.ended, endedAt && timeOf(endedAt)],
    [words.to, to && placeText(to)],
    [words.backup, backup && placeText(backup)],
    ...Object.entries(words.counts).map(
      ([name, label]) => [label, format.count(objects[name as keyof typeof words.counts])] as const,
    ),
    [words.saved, `${format.bytes(bytes.saved)} / ${format.bytes(bytes.before)}`],
    [words.rate, objectsPerSecond === null ? null : String(objectsPerSecond)],
    [words.timeLeft, secondsLeft === null ? null : words.minutes(minutesOf(format, secondsLeft))],
  ];
  return facts.flatMap(([name, text]) => (text == null ? [] : [[name, text] as const]));
};

const actionsOf = ({ text }: Frame, { id, kind, status, reason }: DescribedSweep): Html => {
  const { actions, undoHint } = text.sweeps;
  const ended = kind === 'compress' ? (['undo'] as const) : [];
  const goesOn = reason === 'storage' || reason === 'monthly_limit';
  const offered: readonly (keyof typeof actions)[] = {
    running: ['pause', 'stop'] as const,
    paused: goesOn ? (['resume', 'pause', 'stop'] as const) : (['resume', 'stop'] as const),
    ...{ stopped: ended, done: ended },
  }[status];
  return html`<div class="row">
      ${offered.map(
        (action) =>
          html`<form method="post" action="/admin/sweeps/${id}">
            ${hidden('action', action)}
            <button class="${action === 'resume' ? 'main' : ''}">${actions[action]}</button>
          </form>`,
      )}
    </div>
    ${offered.includes('undo') && html`<p class="hint">${undoHint}</p>`}`;
};

const failureTable = ({ text }: Frame, failures: NonNullable<DescribedSweep['failures']>): Html => {
  const { sweeps: words } = text;
  return html`<section aria-labelledby="failures">
    <h2 id="failures">${words.failures}</h2>
    ${wideTable(
      `${words.key}, ${words.reason}`,
      [[words.key], [words.reason, 'long']],
      failures.slice(0, mostShown).map(({ key, reason }) => [key, reason]),
    )}
  </section>`;
};

/** Rows that a page has. The API has all that are remembered. */
const mostShown = 200;
