import type { DescribedSweep } from '../../bulk/sweeps/describe.ts';
import { html, type Html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import { adminNav } from './admin.ts';
import { choice, field, problemOf } from './parts/forms.ts';
import { wideTable } from './parts/lists.ts';
import { keptKinds, typeChoice } from './parts/picture-options.ts';

type SweepsPage = Readonly<{
  /** The last ones, newest first. */
  sweeps: readonly DescribedSweep[];
  /** Names of the stores that the administrator may use. */
  stores: readonly string[];
  /** Media types that can be made. */
  types: readonly string[];
  problem?: string | undefined;
  /** What was sent, where the form is shown again. */
  given?: ((name: string) => string) | undefined;
}>;

/** `GET /admin/sweeps`, and the answer to a `POST` of its form that cannot be carried out. */
export const sweepsPage = (frame: Frame, page: SweepsPage): string => {
  const { sweeps: text } = frame.text;
  return layout(
    frame,
    { title: text.title, section: 'admin' },
    html`${adminNav(frame, 'sweeps')}
      <p class="lead">${text.lead}</p>
      ${problemOf(page.problem)} ${page.sweeps.length > 0 && sweepTable(frame, page.sweeps)}
      <section aria-labelledby="begin">
        <h2 id="begin">${text.begin}</h2>
        ${page.stores.length === 0 ? html`<p>${text.noStores}</p>` : startForm(frame, page)}
      </section>`,
  );
};

const sweepTable = (frame: Frame, sweeps: readonly DescribedSweep[]): Html => {
  const { text, format } = frame;
  const { sweeps: words } = text;
  return wideTable(
    words.last,
    [
      [words.started],
      [words.source, 'long'],
      [words.objects, 'number'],
      [words.saved, 'number'],
      [words.state],
    ],
    sweeps.map(({ id, kind, startedAt, request, objects, bytes, status }) => [
      html`<a href="/admin/sweeps/${id}">${format.dateTime(new Date(startedAt))}</a>`,
      `${words.kinds[kind]} ${placeText(request.source)}`,
      format.count(objects.lookedAt),
      format.bytes(bytes.saved),
      statusBadge(frame, status),
    ]),
  );
};

export const placeText = ({
  store,
  prefix,
}: Readonly<{ store: string; prefix?: string | null }>): string => `${store}/${prefix ?? ''}`;

export const statusBadge = ({ text }: Frame, status: DescribedSweep['status']): Html => {
  const isGoing = status === 'running' || status === 'done';
  return html`<span class="badge ${isGoing ? 'on' : 'waiting'}"
    >${text.sweeps.statuses[status]}</span
  >`;
};

const startForm = (frame: Frame, page: SweepsPage): Html => {
  const { text } = frame;
  const { sweeps: words, compress } = text;
  const { stores, types, given = () => '' } = page;
  const named = stores.map((name) => [name, name] as const);
  const place = (name: string, label: string, otherwise?: string): Html => {
    const none = otherwise === undefined ? [] : [['', otherwise] as const];
    return choice(name, label, [...none, ...named], given(name));
  };
  const input = (name: string, label: string, hint?: string, type: 'text' | 'number' = 'text') =>
    field({ name, label, type, value: given(name), hint, isOptional: true, maxLength: 1000 });
  const check = (name: string, label: string): Html =>
    html`<label class="check"
      ><input type="checkbox" name="${name}" value="yes" ${given(name) !== '' && html`checked`} />
      ${label}</label
    >`;
  return html`<form class="stack" method="post" action="/admin/sweeps">
    <div class="columns">
      ${place('source', words.source)} ${input('sourcePrefix', words.prefix, words.prefixHint)}
      ${place('to', words.to, words.inPlace)} ${input('toPrefix', words.toPrefix)}
      ${place('backup', words.backup, words.noBackup)} ${input('backupPrefix', words.backupPrefix)}
      ${typeChoice(frame, types, given('type'))}
      ${choice('method', compress.method, Object.entries(compress.methods), given('method'))}
      ${input('width', compress.width, undefined, 'number')}
      ${input('height', compress.height, undefined, 'number')}
      ${input('share', words.share, words.shareHint, 'number')}
      ${input('minSaving', words.minSaving, undefined, 'number')}
      ${input('include', words.include, words.globHint)} ${input('exclude', words.exclude)}
    </div>
    ${keptKinds(frame)} ${check('noOriginals', words.noOriginals)}
    ${check('acceptRaces', words.acceptRaces)} ${check('noAcl', words.noAcl)}
    <div class="row">
      <button name="dryRun" value="yes">${words.estimate}</button>
      <button class="main">${words.submit}</button>
    </div>
    <p class="hint">${words.estimateHint}</p>
  </form>`;
};
