import type { Account } from '../../accounts/accounts.ts';
import { html, type Html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import { addressSection, type AddressesShown } from './parts/addresses.ts';
import { certificateHint } from './parts/certificate.ts';
import {
  copyable,
  emailField,
  formTo,
  hidden,
  nameField,
  newPasswordField,
  noticeOf,
  passwordField,
  problemOf,
} from './parts/forms.ts';
import { passkeySection } from './parts/passkeys.ts';
import { snippetsOf, type SnippetOptions } from './parts/snippets.ts';
import { type Usage, usageFigures } from './parts/usage.ts';

/** What a form of the page has done, or needs first, and leads to the page with. */
export const accountNotices = [
  ...(['saved', 'emailSaved', 'passwordSaved', 'passwordFirst'] as const),
  ...(['passkeyAdded', 'passkeyRemoved'] as const),
];

export type AccountNotice = (typeof accountNotices)[number];

export type AccountPage = Omit<SnippetOptions, 'key'> &
  Readonly<{
    account: Account;
    /** The API key where it was asked for; undefined: hidden. */
    key: string | undefined;
    usage: Usage;
    /** What was done by the form that was just sent. */
    notice?: AccountNotice | 'rotated' | undefined;
    problem?: string | undefined;
    /** Whether people may sign in by passkeys. */
    hasPasskeys: boolean;
    /** Undefined where the account has no key pair for addresses of pictures. */
    addresses: AddressesShown | undefined;
    /** Whether a new password takes the present one. */
    needsCurrent: boolean;
  }>;

/**
 * `GET /account`, and the answers to its forms: `POST /account/name` (`name`), `/account/email` (`email`),
 * `/account/password` (`current`, `password`), `/account/key` (`do`: `show` or `rotate`), `/account/address`, `/account/passkeys/new`
 * (`name`), `/account/passkeys` (`name`, `answer`), `/account/passkeys/remove` (`id`), `/account/signout-all`.
 */
export const accountPage = (frame: Frame, page: AccountPage): string => {
  const { account } = frame.text;
  return layout(
    frame,
    { title: account.title, section: 'account', head: hidingHead(page) },
    html`${noticeOf(page.notice && account[page.notice])} ${problemOf(page.problem)}
      ${usageSection(frame, page)} ${keySection(frame, page)} ${codeSection(frame, page)}
      ${page.addresses !== undefined && addressSection(frame, page.addresses)}
      ${profileSection(frame, page)} ${passwordSection(frame, page)}
      ${page.hasPasskeys && passkeySection(frame, page.account)}
      <section aria-labelledby="devices">
        <h2 id="devices">${account.devices}</h2>
        <p>${account.devicesHint}</p>
        <form method="post" action="/account/signout-all">
          <button>${account.signOutAll}</button>
        </form>
      </section>`,
  );
};

/** Seconds until a key that is shown is hidden again. */
const shownSeconds = 60;

/** Where scripts run, `common.js` does it. */
const hidingHead = ({ key }: AccountPage): Html =>
  key === undefined
    ? html``
    : html`<noscript
        ><meta http-equiv="refresh" content="${shownSeconds};url=/account"
      /></noscript>`;

const usageSection = (frame: Frame, page: AccountPage): Html => {
  const { account } = frame.text;
  const { requestsPerMinute } = page.account;
  return html`<section aria-labelledby="usage">
    <h2 id="usage">${account.usage}</h2>
    ${usageFigures(frame, page.usage)}
    <p class="hint">
      ${
        requestsPerMinute === null
          ? account.noPerMinute
          : account.perMinute(frame.format.count(requestsPerMinute))
      }
    </p>
  </section>`;
};

const keySection = (frame: Frame, { key }: AccountPage): Html => {
  const { account } = frame.text;
  return html`<section aria-labelledby="api-key">
    <h2 id="api-key">${account.apiKey}</h2>
    <p>${account.keyLead}</p>
    ${
      key === undefined
        ? html`<p class="key masked">
            <span aria-hidden="true">••••••••••••••••••••••••••••••••</span>
            <span class="for-reader">${account.keyHidden}</span>
          </p>`
        : html`<div class="key" data-hide-after="${shownSeconds}" data-hide-to="/account">
              ${copyable(frame, 'key', key)}
            </div>
            <p class="hint">${account.hidesIn}</p>`
    }
    <div class="row">
      ${
        key === undefined &&
        html`<form method="post" action="/account/key">
          ${hidden('do', 'show')}<button>${account.show}</button>
        </form>`
      }
      <details class="danger">
        <summary>${account.rotate}</summary>
        <p>${account.rotateWarning}</p>
        <form method="post" action="/account/key">
          ${hidden('do', 'rotate')}<button class="danger">${account.rotate}</button>
        </form>
      </details>
    </div>
  </section>`;
};

/** One example a language; with the key only where it was asked for. */
const codeSection = (frame: Frame, { url, hasOwnCertificate, key }: AccountPage): Html => {
  const { account } = frame.text;
  const snippets = snippetsOf({ url, hasOwnCertificate, key: key ?? 'YOUR_API_KEY' });
  return html`<section aria-labelledby="code">
    <h2 id="code">${account.code}</h2>
    <p>${key === undefined ? account.codeHint : account.codeShownHint}</p>
    ${snippets.map(
      ({ id, label, code }, index) =>
        html`<details name="snippet" ${index === 0 && html`open`}>
          <summary>${label}</summary>
          ${copyable(frame, `code-${id}`, code)}
        </details>`,
    )}
    ${hasOwnCertificate && certificateHint(frame)}
  </section>`;
};

const profileSection = (frame: Frame, page: AccountPage): Html => {
  const { account, actions } = frame.text;
  return html`<section aria-labelledby="profile">
    <h2 id="profile">${account.profile}</h2>
    <div class="columns">
      ${formTo('/account/name', actions.save, nameField(frame, page.account.name))}
      ${formTo('/account/email', actions.save, emailField(frame, page.account.email))}
    </div>
  </section>`;
};

const passwordSection = (frame: Frame, { needsCurrent }: AccountPage): Html => {
  const { account, actions, fields } = frame.text;
  return html`<section aria-labelledby="password-title">
    <h2 id="password-title">${account.passwordTitle}</h2>
    ${formTo(
      '/account/password',
      needsCurrent ? actions.change : actions.save,
      needsCurrent && passwordField('current', fields.currentPassword),
      newPasswordField(frame, fields.newPassword),
    )}
  </section>`;
};
