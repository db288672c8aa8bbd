import type { Account } from '../../accounts/accounts.ts';
import type { Link } from '../../accounts/link.ts';
import { html, type Html, type HtmlValue } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import { copyable, field, formTo, noticeOf, problemOf } from './parts/forms.ts';
import { entryList, wideTable } from './parts/lists.ts';

/** A one-time link that was just made, and is shown once. */
export type NewLink = Readonly<{ url: string; expiresAt: Date }>;

export type AdminPage = Readonly<{
  accounts: readonly Account[];
  /** Compressions of the current month by account id, also of accounts that were deleted. */
  counts: Readonly<Record<string, number>>;
  invitations: readonly Link[];
  newLink?: NewLink | undefined;
  notice?: string | undefined;
  problem?: string | undefined;
  /** What the form of an invitation has at first. */
  newAccounts: Limits;
}>;

type Limits = Pick<Account, 'monthlyLimit' | 'requestsPerMinute'>;

/**
 * `GET /admin`, and the answer to `POST /admin/invites` (`email`, `monthlyLimit`, `requestsPerMinute`, and `role`
 * `admin` where it was chosen). `POST /admin/links/revoke` (`id`) leads here.
 */
export const adminPage = (frame: Frame, page: AdminPage): string => {
  const { admin } = frame.text;
  const waiting = page.accounts.filter((account) => stateOf(account) === 'waiting').length;
  return layout(
    frame,
    { title: admin.title, section: 'admin' },
    html`${adminNav(frame, 'accounts')} ${noticeOf(page.notice)} ${problemOf(page.problem)}
      ${page.newLink && newLinkNote(frame, page.newLink)}
      <p class="lead">
        ${admin.count(frame.format.count(page.accounts.length))}${
          waiting > 0 && html`, <strong>${admin.waiting(frame.format.count(waiting))}</strong>`
        }
      </p>
      ${accountTable(frame, page)} ${inviteSection(frame, page)}`,
  );
};

/** The pages of the administration. */
export const adminNav = (
  { text }: Frame,
  current: 'accounts' | 'sweeps' | 'health' | undefined,
): Html => {
  const { admin } = text;
  return html`<nav class="tabs" aria-label="${admin.nav}">
    <a href="/admin" ${current === 'accounts' && html`aria-current="page"`}>${admin.accounts}</a>
    <a href="/admin/sweeps" ${current === 'sweeps' && html`aria-current="page"`}>${admin.sweeps}</a>
    <a href="/admin/health" ${current === 'health' && html`aria-current="page"`}>${admin.health}</a>
  </nav>`;
};

export const newLinkNote = (frame: Frame, { url, expiresAt }: NewLink): Html => {
  const { admin } = frame.text;
  return html`<div class="note good" role="status">
    <p><strong>${admin.linkReady}</strong></p>
    ${copyable(frame, 'new-link', url)}
    <p>${admin.linkReadyHint(frame.format.dateTime(expiresAt))}</p>
  </div>`;
};

/** Whether an account can be used, as administrators see it. */
export const stateOf = ({ disabled, approved }: Account): 'on' | 'off' | 'waiting' => {
  if (disabled) return 'off';
  return approved ? 'on' : 'waiting';
};

/** Whether an account can be used, and whether it is an administrator's. */
export const badgesOf = ({ text }: Frame, account: Account): Html => {
  const { states } = text.admin;
  const state = stateOf(account);
  return html`<span class="badge ${state}">${states[state]}</span>
    ${account.role === 'admin' && html`<span class="badge">${states.admin}</span>`}`;
};

const accountTable = (frame: Frame, { accounts, counts }: AdminPage): Html => {
  const { text, format } = frame;
  const { admin } = text;
  const limitText = (limit: number | null): string =>
    limit === null ? admin.noLimit : format.count(limit);
  const present = new Set(accounts.map(({ id }) => id));
  const removedCount = Object.entries(counts)
    .filter(([id]) => !present.has(id))
    .reduce((sum, [, count]) => sum + count, 0);
  const accountRow = (account: Account): readonly HtmlValue[] => [
    html`<a href="/admin/accounts/${account.id}">${account.name}</a>`,
    account.email,
    format.count(counts[account.id] ?? 0),
    limitText(account.monthlyLimit),
    limitText(account.requestsPerMinute),
    badgesOf(frame, account),
  ];
  return wideTable(
    admin.accounts,
    [
      [admin.name],
      [admin.email, 'long extra'],
      [admin.thisMonth, 'number'],
      [admin.limit, 'number extra'],
      [admin.perMinute, 'number extra'],
      [admin.state],
    ],
    [
      ...accounts.map(accountRow),
      ...(removedCount > 0
        ? [[admin.removedAccounts, '', format.count(removedCount), '', '', '']]
        : []),
    ],
  );
};

const inviteSection = (frame: Frame, { newAccounts, invitations }: AdminPage): Html => {
  const { admin, fields } = frame.text;
  return html`<section aria-labelledby="invite">
    <h2 id="invite">${admin.invite}</h2>
    <p>${admin.inviteLead}</p>
    ${formTo(
      '/admin/invites',
      admin.inviteSubmit,
      html`<div class="columns">
        ${field({
          ...{ name: 'email', label: `${fields.email} (${fields.optional})`, type: 'email' },
          ...{ isOptional: true, maxLength: 254 },
        })}
        ${limitFields(frame, newAccounts)}
      </div>`,
      html`<label class="check"
        ><input type="checkbox" name="role" value="admin" /> ${fields.isAdmin}</label
      >`,
    )}
    ${openLinks(frame, admin.openLinks, invitations)}
  </section>`;
};

/** Links that still work, each with a button that ends it. Nothing where there is none. */
export const openLinks = (
  { text: { admin }, format }: Frame,
  title: string,
  links: readonly Link[],
): Html | false => {
  const entries = links.map(({ id, kind, email, role, expiresAt }) => {
    const until = format.dateTime(new Date(expiresAt));
    const whom = email ?? admin.anybody;
    const isInvite = kind === 'invite';
    return {
      id,
      content:
        isInvite &&
        html`${whom} ${role === 'admin' && html`<span class="badge">${admin.states.admin}</span>`}`,
      hint: `${admin.expires}: ${until}`,
      label: isInvite ? admin.revokeFor(whom) : admin.revokeUntil(until),
    };
  });
  return (
    entries.length > 0 &&
    html`<h3>${title}</h3>
      ${entryList('/admin/links/revoke', admin.revoke, entries)}`
  );
};

/** Fields of the two limits; empty is no limit. */
export const limitFields = ({ text }: Frame, limits: Limits): Html => {
  const { fields } = text;
  const limit = (name: 'monthlyLimit' | 'requestsPerMinute'): Html =>
    field({
      ...{ name, label: fields[name], type: 'number', value: limits[name] },
      ...{ isOptional: true, hint: fields.limitHint },
    });
  return html`${limit('monthlyLimit')} ${limit('requestsPerMinute')}`;
};
