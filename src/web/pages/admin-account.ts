import { html, type Html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import {
  type AccountState,
  adminNav,
  limitFields,
  type NewLink,
  newLinkNote,
  stateBadge,
} from './admin.ts';
import { form, noticeOf, problemOf } from './parts/forms.ts';
import { type MonthLimit, monthUsage, type MonthUsage, usageChart } from './parts/usage.ts';

export type AdminAccountPage = Readonly<{
  id: string;
  name: string;
  email: string;
  createdAt: Date;
  isAdmin: boolean;
  state: AccountState;
  /** The only enabled administrator, which cannot be disabled. */
  isLastAdmin: boolean;
  monthlyLimit: number | null;
  requestsPerMinute: number | null;
  usage: MonthLimit;
  /** The last twelve months, oldest first. */
  months: readonly MonthUsage[];
  newLink?: NewLink | undefined;
  notice?: string | undefined;
  problem?: string | undefined;
}>;

/**
 * `GET /admin/accounts/<id>`, and the answers to its forms: `POST .../limits` (`monthlyLimit`,
 * `requestsPerMinute`), `.../disable`, `.../enable`, `.../approve`, `.../link`.
 */
export const adminAccountPage = (frame: Frame, page: AdminAccountPage): string => {
  const { text, format } = frame;
  const { admin, actions } = text;
  return layout(
    frame,
    { title: page.name, section: 'admin' },
    html`${adminNav(frame, undefined)} ${noticeOf(page.notice)} ${problemOf(page.problem)}
      ${page.newLink && newLinkNote(frame, page.newLink)}
      <dl class="facts">
        <dt>${admin.email}</dt>
        <dd>${page.email}</dd>
        <dt>${admin.state}</dt>
        <dd>
          ${stateBadge(frame, page.state)}
          ${page.isAdmin && html`<span class="badge">${admin.states.admin}</span>`}
        </dd>
        <dt>${admin.created}</dt>
        <dd>${format.date(page.createdAt)}</dd>
        <dt>${admin.id}</dt>
        <dd><code>${page.id}</code></dd>
      </dl>
      ${page.state === 'waiting' && approveSection(frame, page)}
      <section aria-labelledby="usage">
        <h2 id="usage">${admin.usage}</h2>
        ${monthUsage(frame, page.usage)} ${usageChart(frame, page.months)}
      </section>
      <section aria-labelledby="limits">
        <h2 id="limits">${admin.limits}</h2>
        ${form(
          `${pathOf(page)}/limits`,
          actions.save,
          html`<div class="columns">${limitFields(frame, page)}</div>`,
        )}
      </section>
      ${accessSection(frame, page)}`,
  );
};

const pathOf = ({ id }: AdminAccountPage): string => `/admin/accounts/${id}`;

const approveSection = ({ text }: Frame, page: AdminAccountPage): Html =>
  html`<section class="note" aria-labelledby="approve">
    <h2 id="approve">${text.admin.approve}</h2>
    <p>${text.admin.approveHint}</p>
    <form method="post" action="${pathOf(page)}/approve">
      <button class="main">${text.admin.approve}</button>
    </form>
  </section>`;

const accessSection = ({ text }: Frame, page: AdminAccountPage): Html => {
  const { admin } = text;
  return html`<section aria-labelledby="access">
    <h2 id="access">${admin.access}</h2>
    ${
      page.state === 'off'
        ? html`<form method="post" action="${pathOf(page)}/enable">
            <button>${admin.enable}</button>
          </form>`
        : html`<p>${admin.signInLinkHint}</p>
            <form method="post" action="${pathOf(page)}/link">
              <button>${admin.signInLink}</button>
            </form>
            ${
              page.isLastAdmin
                ? html`<p class="hint">${admin.lastAdmin}</p>`
                : html`<p>${admin.disableHint}</p>
                    <form method="post" action="${pathOf(page)}/disable">
                      <button class="danger">${admin.disable}</button>
                    </form>`
            }`
    }
  </section>`;
};
