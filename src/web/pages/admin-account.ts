import type { Account } from '../../accounts/accounts.ts';
import type { Link } from '../../accounts/link.ts';
import { html, type Html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import {
  adminNav,
  badgesOf,
  limitFields,
  type NewLink,
  newLinkNote,
  openLinks,
  stateOf,
} from './admin.ts';
import { formTo, hidden, problemOf } from './parts/forms.ts';
import { factList } from './parts/lists.ts';
import { type Usage, usageFigures } from './parts/usage.ts';

export type AdminAccountPage = Readonly<{
  account: Account;
  /** The only administrator who can sign in, who cannot be disabled, demoted or deleted. */
  isLastAdmin: boolean;
  usage: Usage;
  /** Links to sign in that still work. */
  signInLinks: readonly Link[];
  newLink?: NewLink | undefined;
  problem?: string | undefined;
}>;

/**
 * `GET /admin/accounts/<id>`, and the answers to its forms: `POST .../limits` (`monthlyLimit`,
 * `requestsPerMinute`), `.../disable`, `.../enable`, `.../approve`, `.../link`, `.../role` (`role`), `.../delete` (`sure`).
 */
export const adminAccountPage = (frame: Frame, page: AdminAccountPage): string => {
  const { text, format } = frame;
  const { admin, actions } = text;
  const { account } = page;
  return layout(
    frame,
    { title: account.name, section: 'admin' },
    html`${adminNav(frame, undefined)} ${problemOf(page.problem)}
      ${page.newLink && newLinkNote(frame, page.newLink)}
      ${factList([
        [admin.email, account.email],
        [admin.state, badgesOf(frame, account)],
        [admin.created, format.date(new Date(account.createdAt))],
        [admin.id, html`<code>${account.id}</code>`],
      ])}
      ${stateOf(account) === 'waiting' && approveSection(frame, page)}
      <section aria-labelledby="usage">
        <h2 id="usage">${admin.usage}</h2>
        ${usageFigures(frame, page.usage)}
      </section>
      <section aria-labelledby="limits">
        <h2 id="limits">${admin.limits}</h2>
        ${formTo(
          `${pathOf(page)}/limits`,
          actions.save,
          html`<div class="columns">${limitFields(frame, account)}</div>`,
        )}
      </section>
      ${accessSection(frame, page)} ${removalSection(frame, page)}`,
  );
};

const pathOf = ({ account }: AdminAccountPage): string => `/admin/accounts/${account.id}`;

const approveSection = ({ text }: Frame, page: AdminAccountPage): Html =>
  html`<section class="note" aria-labelledby="approve">
    <h2 id="approve">${text.admin.approve}</h2>
    <p>${text.admin.approveHint}</p>
    <form method="post" action="${pathOf(page)}/approve">
      <button class="main">${text.admin.approve}</button>
    </form>
  </section>`;

const accessSection = (frame: Frame, page: AdminAccountPage): Html => {
  const { admin } = frame.text;
  const { role } = page.account;
  const state = stateOf(page.account);
  return html`<section aria-labelledby="access">
    <h2 id="access">${admin.access}</h2>
    ${
      state === 'off'
        ? html`<form method="post" action="${pathOf(page)}/enable">
            <button>${admin.enable}</button>
          </form>`
        : html`${state === 'on' && role !== 'demo' && signInLinks(frame, page)}
          ${
            page.isLastAdmin
              ? html`<p class="hint">${admin.lastAdmin}</p>`
              : html`${role !== 'demo' && roleForm(frame, page)}
                  <p>${admin.disableHint}</p>
                  <form method="post" action="${pathOf(page)}/disable">
                    <button class="danger">${admin.disable}</button>
                  </form>`
          }`
    }
  </section>`;
};

const signInLinks = (frame: Frame, page: AdminAccountPage): Html => {
  const { admin } = frame.text;
  return html`<p>${admin.signInLinkHint}</p>
    <form method="post" action="${pathOf(page)}/link">
      <button>${admin.signInLink}</button>
    </form>
    ${openLinks(frame, admin.openSignInLinks, page.signInLinks)}`;
};

const roleForm = ({ text }: Frame, page: AdminAccountPage): Html => {
  const { admin } = text;
  const isAdmin = page.account.role === 'admin';
  return html`<p>${isAdmin ? admin.demoteHint : admin.promoteHint}</p>
    <form method="post" action="${pathOf(page)}/role">
      ${hidden('role', isAdmin ? 'user' : 'admin')}
      <button>${isAdmin ? admin.demote : admin.promote}</button>
    </form>`;
};

const removalSection = ({ text }: Frame, page: AdminAccountPage): Html | undefined => {
  const { admin } = text;
  if (page.isLastAdmin) return undefined;
  return html`<section aria-labelledby="remove">
    <h2 id="remove">${admin.remove}</h2>
    <p>${admin.removeHint}</p>
    <form class="stack" method="post" action="${pathOf(page)}/delete">
      <label class="check"
        ><input type="checkbox" name="sure" value="yes" required /> ${admin.removeSure}</label
      >
      <div><button class="danger">${admin.remove}</button></div>
    </form>
  </section>`;
};
