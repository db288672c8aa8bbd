import { html, type Html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import { copyable, field, form, noticeOf, problemOf } from './parts/forms.ts';

/** Whether an account can be used. */
export type AccountState = 'on' | 'off' | 'waiting';

export type AccountRow = Readonly<{
  id: string;
  name: string;
  email: string;
  isAdmin: boolean;
  state: AccountState;
  /** Compressions of the current month. */
  count: number;
  monthlyLimit: number | null;
  requestsPerMinute: number | null;
}>;

export type OpenInvitation = Readonly<{ email: string | null; expiresAt: Date }>;

/** A one-time link that was just made, and is shown once. */
export type NewLink = Readonly<{ url: string; expiresAt: Date }>;

export type AdminPage = Readonly<{
  accounts: readonly AccountRow[];
  invitations: readonly OpenInvitation[];
  newLink?: NewLink | undefined;
  notice?: string | undefined;
  problem?: string | undefined;
  /** What the form of an invitation has at first, or was sent with. */
  invite: Readonly<{
    email: string;
    monthlyLimit: number | null;
    requestsPerMinute: number | null;
  }>;
}>;

/**
 * `GET /admin`, and the answer to `POST /admin/invites` (`email`, `monthlyLimit`, `requestsPerMinute`, and `role`
 * `admin` where it was chosen).
 */
export const adminPage = (frame: Frame, page: AdminPage): string => {
  const { admin } = frame.text;
  const waiting = page.accounts.filter(({ state }) => state === 'waiting').length;
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
      ${accountTable(frame, page.accounts)} ${inviteSection(frame, page)}`,
  );
};

/** The pages of the administration. */
export const adminNav = ({ text }: Frame, current: 'accounts' | 'health' | undefined): Html => {
  const { admin } = text;
  return html`<nav class="tabs" aria-label="${admin.nav}">
    <a href="/admin" ${current === 'accounts' && html`aria-current="page"`}>${admin.accounts}</a>
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

export const stateBadge = ({ text }: Frame, state: AccountState): Html =>
  html`<span class="badge ${state}">${text.admin.states[state]}</span>`;

const accountTable = (frame: Frame, accounts: readonly AccountRow[]): Html => {
  const { text, format } = frame;
  const { admin } = text;
  const limitText = (limit: number | null): string =>
    limit === null ? admin.noLimit : format.count(limit);
  return html`<div class="scroll" role="region" aria-label="${admin.accounts}" tabindex="0">
    <table class="wide">
      <thead>
        <tr>
          <th scope="col">${admin.name}</th>
          <th scope="col" class="extra">${admin.email}</th>
          <th scope="col" class="number">${admin.thisMonth}</th>
          <th scope="col" class="number extra">${admin.limit}</th>
          <th scope="col" class="number extra">${admin.perMinute}</th>
          <th scope="col">${admin.state}</th>
        </tr>
      </thead>
      <tbody>
        ${accounts.map(
          ({ id, name, email, isAdmin, state, count, monthlyLimit, requestsPerMinute }) =>
            html`<tr>
              <th scope="row"><a href="/admin/accounts/${id}">${name}</a></th>
              <td class="long extra">${email}</td>
              <td class="number">${format.count(count)}</td>
              <td class="number extra">${limitText(monthlyLimit)}</td>
              <td class="number extra">${limitText(requestsPerMinute)}</td>
              <td>
                ${stateBadge(frame, state)}
                ${isAdmin && html`<span class="badge">${admin.states.admin}</span>`}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
};

const inviteSection = (frame: Frame, { invite, invitations }: AdminPage): Html => {
  const { text, format } = frame;
  const { admin, fields } = text;
  return html`<section aria-labelledby="invite">
    <h2 id="invite">${admin.invite}</h2>
    <p>${admin.inviteLead}</p>
    ${form(
      '/admin/invites',
      admin.inviteSubmit,
      html`<div class="columns">
        ${field({
          ...{ name: 'email', label: `${fields.email} (${fields.optional})`, type: 'email' },
          ...{ value: invite.email, isOptional: true, maxLength: 254 },
        })}
        ${limitFields(frame, invite)}
      </div>`,
      html`<label class="check"
        ><input type="checkbox" name="role" value="admin" /> ${fields.isAdmin}</label
      >`,
    )}
    ${
      invitations.length > 0 &&
      html`<h3>${admin.openLinks}</h3>
        <ul>
          ${invitations.map(
            ({ email, expiresAt }) =>
              html`<li>
                ${email ?? admin.anybody}
                <span class="hint">${admin.expires}: ${format.dateTime(expiresAt)}</span>
              </li>`,
          )}
        </ul>`
    }
  </section>`;
};

/** Fields of the two limits; empty is no limit. */
export const limitFields = (
  { text }: Frame,
  limits: Readonly<{ monthlyLimit: number | null; requestsPerMinute: number | null }>,
): Html => {
  const { fields } = text;
  const limit = (name: 'monthlyLimit' | 'requestsPerMinute'): Html =>
    field({
      ...{ name, label: fields[name], type: 'number', value: limits[name] },
      ...{ isOptional: true, hint: fields.limitHint },
    });
  return html`${limit('monthlyLimit')} ${limit('requestsPerMinute')}`;
};
