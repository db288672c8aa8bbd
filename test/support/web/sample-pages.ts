import type { Account } from '../../../src/accounts/accounts.ts';
import type { Link } from '../../../src/accounts/link.ts';
import type { Frame } from '../../../src/web/layout.ts';
import { accountPage, type AccountPage } from '../../../src/web/pages/account.ts';
import { adminAccountPage, type AdminAccountPage } from '../../../src/web/pages/admin-account.ts';
import { adminPage, type AdminPage } from '../../../src/web/pages/admin.ts';
import { compressPage, type CompressPage } from '../../../src/web/pages/compress.ts';
import { confirmPage } from '../../../src/web/confirm.ts';
import { errorPage } from '../../../src/web/error-pages.ts';
import { formResultsPage } from '../../../src/web/pages/form-results.ts';
import type { Health } from '../../../src/telemetry/health.ts';
import { healthPage } from '../../../src/web/pages/health.ts';
import { invitePage } from '../../../src/web/routes/invite.ts';
import { keyShownPage } from '../../../src/web/routes/new-owner.ts';
import { linkPage } from '../../../src/web/routes/link.ts';
import { passkeyPage } from '../../../src/web/routes/passkeys.ts';
import { registerPage } from '../../../src/web/routes/register.ts';
import type { DescribedSweep } from '../../../src/bulk/sweeps/describe.ts';
import { sweepPage } from '../../../src/web/pages/sweep.ts';
import { sweepsPage } from '../../../src/web/pages/sweeps.ts';
import { setUpPage } from '../../../src/web/routes/set-up.ts';
import { signInPage } from '../../../src/web/routes/sign-in.ts';

/** A text that is an element and code where it is not escaped. */
export const hostile = `<b onclick="alert('1')">&amp;`;

const key = 'Zk2pQ9vX7rT4mB8sL1cN6wY3hJ5dF0gA';
const token = 'q8Jx2mB0a7Vd';
const [name, email, url] = ['Ann Lee', 'ann@example.org', 'https://images.example.org'];
const problem = 'The password needs at least 10 characters.';

const months = [0, 0, 310, 1290, 2204, 1876, 3105, 2950, 3877, 5120, 4630, 4213].map(
  (count, index) => ({
    month: new Date(Date.UTC(2025, 11 + index)).toISOString().slice(0, 7),
    count,
  }),
);
const usage = { months, renewsAt: new Date('2026-12-01T00:00:00Z') };

const ownAccount: Account = {
  ...{ id: 'acct_4fJ2mB0a7VdQ9xKs', name, email, role: 'admin', epoch: 0 },
  ...{ disabled: false, approved: true, hasPassword: true, passkeys: [] },
  ...{ createdAt: '2026-02-03T10:00:00.000Z', monthlyLimit: 10_000, requestsPerMinute: null },
};

const account: AccountPage = {
  ...{ account: ownAccount, url, key: undefined, needsCurrent: true },
  hasOwnCertificate: false,
  hasPasskeys: true,
  addresses: undefined,
  usage: { ...usage, limit: 10_000 },
};

const passkey = { id: 'qN_-4', name: 'laptop', createdAt: '2026-11-20T12:00:00.000Z' };

const tenPasskeys = Array.from({ length: 10 }, (_, index) =>
  index === 0 ? passkey : { ...passkey, name: hostile.repeat(3) },
);

const otherAccount = (id: string, fields: Partial<Account>): Account => ({
  ...ownAccount,
  ...{ id, role: 'user' },
  ...fields,
});
const bob = otherAccount('acct_bob', {
  ...{ name: 'Bob', email: 'bob@example.org', monthlyLimit: 500, requestsPerMinute: 60 },
});
const waiting = { approved: false };
const off = { disabled: true };

const invitation: Link = {
  ...{ id: '0123456789abcdef', kind: 'invite', accountId: null, email: 'carol@example.org' },
  ...{ role: 'admin', monthlyLimit: null, requestsPerMinute: null, createdBy: null },
  expiresAt: '2026-11-27T09:00:00.000Z',
};

const admin: AdminPage = {
  accounts: [
    ownAccount,
    otherAccount('acct_shop', { name: 'Shop', email: 'shop@example.org', monthlyLimit: null }),
    { ...bob, ...waiting },
    otherAccount('acct_blog', { name: 'Old blog', email: 'blog@example.org', ...off }),
  ],
  counts: { [ownAccount.id]: 4213, acct_shop: 81_204, acct_gone: 1204 },
  invitations: [
    invitation,
    {
      ...{ ...invitation, id: 'fedcba9876543210', email: null, role: 'user' },
      expiresAt: '2026-11-25T17:30:00.000Z',
    },
  ],
  newAccounts: { monthlyLimit: 500, requestsPerMinute: 60 },
};

const newLink = {
  url: `${url}/invite?token=${token}`,
  expiresAt: new Date('2026-11-27T09:00:00Z'),
};

const adminAccount: AdminAccountPage = {
  ...{ account: bob, isLastAdmin: false, signInLinks: [] },
  usage: { ...usage, limit: 500 },
};

const tool = { path: '/usr/bin/vips', version: '8.16.1', works: true };

const health: Health = {
  queue: { jobs: 3, waiting: 1, permitsHeld: 2, permitSlots: 2, isOverloaded: false },
  cache: { bytes: 3.1e9, maxBytes: 10e9, entries: 41_233, hitShare: 0.37 },
  freeBytes: 71e9,
  sandbox: 'bwrap',
  version: '0.1.0',
  certificate: { validUntil: new Date('2028-11-21T00:00:00Z'), isSelfSigned: true },
  tools: [
    { ...tool, name: 'vips' },
    {
      ...tool,
      name: 'mozjpeg',
      path: '/opt/shrinkd/.tools/bin/cjpeg',
      version: '3.2.1',
    },
    {
      ...tool,
      name: 'pngquant',
      path: undefined,
      version: '',
      works: false,
      problem: 'pngquant was not found. Run bin/setup.',
    },
  ],
};

const counts = { compressed: 8120, restored: 0, done: 31, left: 204, failed: 2 };
const sweep: DescribedSweep = {
  ...{ id: '0123456789abcdef', kind: 'compress', undoes: null, status: 'running' },
  ...{ reason: null, detail: null, account: ownAccount.id, estimate: null },
  request: { source: { store: 'shop', prefix: 'photos' }, backup: { store: 'originals' } },
  ...{ startedAt: '2026-11-26T09:12:00.000Z', endedAt: null },
  objects: { total: 40_120, lookedAt: 8357, ...counts },
  bytes: { before: 7.1e9, after: 3.2e9, saved: 3.9e9 },
  ...{ objectsPerSecond: 4.21, secondsLeft: 7540 },
};
const pausedSweep: DescribedSweep = {
  ...{ ...sweep, status: 'paused', reason: 'storage', objectsPerSecond: null, secondsLeft: null },
  detail: 'AccessDenied: The credentials do not permit it. They need s3:ListBucket.',
  objects: { ...sweep.objects, total: null },
  failures: [
    { key: 'photos/2024/a very long name of a picture.jpg', reason: 'The image is damaged.' },
    { key: hostile, reason: 'It is archived.' },
  ],
};
const estimate = {
  ...{ files: 40_120, bytes: 31.2e9, measured: 50, saved: 14.1e9, savedLow: 12.2e9 },
  ...{ savedHigh: 16e9, milliseconds: 1.6e7, seconds: 8200 },
};
const sweepsSample = {
  sweeps: [sweep, pausedSweep],
  stores: ['shop', 'originals'],
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
};

const compressSample: CompressPage = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
  ...{ mostPictures: 2000, maxFiles: 20, maxUploadBytes: 100e6, answerSeconds: 58 },
};

const viewer = { name, isAdmin: true };

/** A page in one of its states. */
type SamplePage = Readonly<{ name: string; page: (frame: Frame) => string }>;

const as =
  (who: Frame['viewer'], page: (frame: Frame) => string) =>
  (frame: Frame): string =>
    page({ ...frame, viewer: who });

const nobody = (page: (frame: Frame) => string) => as(undefined, page);
const ann = (page: (frame: Frame) => string) => as(viewer, page);

const sampleResult = { bytesBefore: 700_213, bytesAfter: 266_120, path: '/web/output/a' };

/** Every page in every state that it can have without a script. */
export const samplePages: readonly SamplePage[] = Object.entries({
  'set-up': nobody((frame) => setUpPage(frame, { token })),
  'set-up-problem': nobody((frame) => setUpPage(frame, { token, name, email, problem })),
  'set-up-no-token': nobody((frame) => setUpPage(frame, { token: undefined })),
  'sign-in': nobody((frame) =>
    signInPage(frame, { registration: 'open', notice: 'needed', hasPasskeys: true }),
  ),
  'sign-in-problem': nobody((frame) =>
    signInPage(frame, {
      registration: 'invite',
      email,
      next: '/account',
      problem,
      hasPasskeys: false,
    }),
  ),
  register: nobody((frame) => registerPage(frame, { mode: 'open' })),
  'register-approval': nobody((frame) => registerPage(frame, { mode: 'approval', problem })),
  'register-closed': nobody((frame) => registerPage(frame, { mode: 'closed' })),
  invite: nobody((frame) => invitePage(frame, { token, email })),
  'invite-used': nobody((frame) => invitePage(frame, { token: undefined })),
  link: nobody((frame) => linkPage(frame, { token, accountName: name })),
  'link-used': nobody((frame) => linkPage(frame, undefined)),
  confirm: ann((frame) => confirmPage(frame, { action: '/account/key', fields: [['do', 'show']] })),
  'key-shown': ann((frame) => keyShownPage(frame, { url, key, hasOwnCertificate: false })),
  'key-waiting': nobody((frame) =>
    keyShownPage(frame, { url, key, hasOwnCertificate: true, isWaiting: true }),
  ),
  account: ann((frame) => accountPage(frame, account)),
  'account-key': ann((frame) =>
    accountPage(frame, { ...account, key, hasOwnCertificate: true, notice: 'rotated' }),
  ),
  'account-unlimited': as({ name, isAdmin: false }, (frame) =>
    accountPage(frame, {
      ...account,
      account: { ...ownAccount, requestsPerMinute: 60 },
      usage: { ...usage, limit: null },
      problem,
    }),
  ),
  'account-limit-reached': ann((frame) =>
    accountPage(frame, { ...account, usage: { ...usage, limit: 4213 }, notice: 'saved' }),
  ),
  'account-passkeys': ann((frame) =>
    accountPage(frame, {
      ...account,
      account: { ...ownAccount, passkeys: tenPasskeys },
      notice: 'passkeyAdded',
    }),
  ),
  'account-addresses': ann((frame) =>
    accountPage(frame, {
      ...account,
      addresses: {
        url: `${url}/img`,
        pairs: ['main', hostile].map((pair) => ({ name: pair, secrets: undefined })),
        made: `${url}/img/oKfUtW34Dvo2BGQehJFR4Nr0_rIjOtdtzJ3QFsUcXH8/rs:fill:300:200/plain/local%3A%2F%2F%2Fa.jpg`,
      },
    }),
  ),
  'account-addresses-shown': ann((frame) =>
    accountPage(frame, {
      ...account,
      key,
      addresses: {
        url: `${url}/img`,
        pairs: [{ name: 'main', secrets: { key: '736563726574', salt: '68656c6c6f' } }],
      },
    }),
  ),
  'account-no-password': ann((frame) =>
    accountPage(frame, {
      ...account,
      needsCurrent: false,
      account: { ...ownAccount, hasPassword: false },
    }),
  ),
  passkey: ann((frame) => passkeyPage(frame, { name: 'laptop', creation: {} })),
  admin: ann((frame) => adminPage(frame, admin)),
  'admin-invited': ann((frame) => adminPage(frame, { ...admin, newLink })),
  'admin-hostile': as({ name: hostile, isAdmin: true }, (frame) =>
    adminPage(frame, { ...admin, accounts: [{ ...bob, name: hostile, email: hostile }], problem }),
  ),
  'admin-account': ann((frame) => adminAccountPage(frame, adminAccount)),
  'admin-account-waiting': ann((frame) =>
    adminAccountPage(frame, { ...adminAccount, account: { ...bob, ...waiting } }),
  ),
  'admin-account-off': ann((frame) =>
    adminAccountPage(frame, { ...adminAccount, account: { ...bob, ...off } }),
  ),
  'admin-account-last': ann((frame) =>
    adminAccountPage(frame, {
      ...{ ...adminAccount, account: { ...bob, role: 'admin' }, isLastAdmin: true, newLink },
      signInLinks: [{ ...invitation, kind: 'signin' }],
    }),
  ),
  health: ann((frame) => healthPage(frame, health)),
  'health-overloaded': ann((frame) =>
    healthPage(frame, {
      ...{ ...health, certificate: undefined },
      queue: { ...health.queue, jobs: 64, waiting: 31, isOverloaded: true },
      cache: { ...health.cache, hitShare: undefined },
    }),
  ),
  sweeps: ann((frame) => sweepsPage(frame, sweepsSample)),
  'sweeps-none': ann((frame) => sweepsPage(frame, { sweeps: [], stores: [], types: [] })),
  'sweeps-problem': ann((frame) =>
    sweepsPage(frame, {
      ...sweepsSample,
      problem: frame.text.failures.sweep_races,
      given: () => '5',
    }),
  ),
  sweep: ann((frame) => sweepPage(frame, sweep)),
  'sweep-paused': ann((frame) => sweepPage(frame, pausedSweep, problem)),
  'sweep-done': ann((frame) =>
    sweepPage(frame, { ...pausedSweep, status: 'done', reason: null, detail: null }),
  ),
  'sweep-estimate': ann((frame) =>
    sweepPage(frame, { ...sweep, kind: 'dry-run', status: 'done', estimate }),
  ),
  compress: ann((frame) => compressPage(frame, compressSample)),
  'compress-demo': nobody((frame) =>
    compressPage(frame, {
      ...compressSample,
      demo: { picturesPerHour: 20, registration: 'open' },
    }),
  ),
  'form-results': ann((frame) =>
    formResultsPage(frame, [
      { name: 'photo.jpg', made: sampleResult },
      { name: hostile, problem: 'This type of file is not supported.' },
    ]),
  ),
  'form-results-broken': ann((frame) =>
    formResultsPage(
      frame,
      [{ name: 'photo.jpg', made: sampleResult, problem: 'The service is busy.' }],
      frame.text.failures.broken_form,
    ),
  ),
  'form-results-none': ann((frame) => formResultsPage(frame, [])),
  error: ann((frame) => {
    const { notFound: title, notFoundHint: message } = frame.text.errors;
    return errorPage(frame, { title, message });
  }),
}).map(([title, page]) => ({ name: title, page }));
