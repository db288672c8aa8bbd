import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Accounts } from '../../../src/accounts/accounts.ts';
import type { Passwords } from '../../../src/accounts/passwords.ts';
import { loadConfig } from '../../../src/config/load.ts';
import type { Config } from '../../../src/config/config.ts';
import { memoryWindows } from '../../../src/rate-limits/windows.ts';
import {
  createDemoLimits,
  createRequestLimits,
  createRightPasswordLimits,
  createSignInLimits,
} from '../../../src/rate-limits/request-limits.ts';
import { createRegister } from '../../../src/service/register.ts';
import { createMemorySetUpTokens } from '../../../src/state/set-up-tokens.ts';
import { createMemoryOnce } from '../../../src/state/once.ts';
import type { Health } from '../../../src/telemetry/health.ts';
import { openWeb, type Web } from '../../../src/web/web.ts';
import type { WebOptions } from '../../../src/web/web-parts.ts';
import { type Api, startApi } from '../http/api.ts';
import { createVisitor, type Visitor } from './visitor.ts';

/** The pages over memory, with passwords that are quickly hashed. */
export type Site = Readonly<{
  api: Api;
  web: Web;
  accounts: Accounts;
  options: WebOptions;
  visitor: () => Visitor;
  /** A visitor who has signed in to a new account. */
  signedIn: (fields?: Partial<Parameters<Accounts['add']>[0]>) => Promise<Visitor>;
  /** Sets the clock on, in milliseconds. */
  pass: (ms: number) => void;
  close: () => Promise<void>;
}>;

/** What the service sends as its own certificate. */
export const certificate = '-----BEGIN CERTIFICATE-----\n';

export const password = 'correct horse';

export const health: Health = {
  queue: { jobs: 3, waiting: 1, permitsHeld: 2, permitSlots: 2, isOverloaded: false },
  cache: { bytes: 5000, maxBytes: 10_000, entries: 7, hitShare: 0.25 },
  freeBytes: 1e9,
  sandbox: 'bwrap',
  version: '0.1.0',
  certificate: { validUntil: new Date('2027-01-03T00:00:00Z'), isSelfSigned: true },
  tools: [
    { name: 'mozjpeg', path: '/usr/bin/cjpeg', version: '4.1.5', works: true },
    { name: 'effort hurried of mozjpeg', path: '/usr/bin/cjpeg', version: '4.1.5', works: true },
  ],
};

/** A hash as accounts store it, which takes no time. */
export const quickPasswords = {
  hash: async (text: string) => hashOf(text),
  verify: async (text: string, hashed: string | undefined) => hashOf(text) === hashed,
} satisfies Passwords;

const hashOf = (text: string): string => `$argon2id$v=19$m=1,t=1,p=1$AAAA$${hash('sha256', text)}`;

export const startSite = async ({
  settings = {},
  overrides = {},
  hasAdmin = true,
  trustedProxies,
  host,
}: Readonly<{
  settings?: Partial<Config['web']>;
  overrides?: Partial<WebOptions>;
  /** Whether the service has been set up, by Ada. */
  hasAdmin?: boolean;
  trustedProxies?: readonly string[];
  /** Host that visitors ask for. */
  host?: string;
}> = {}): Promise<Site> => {
  let time = Date.parse('2026-11-21T12:00:00Z');
  const now = (): number => time;
  const web = { ...loadConfig({ flags: {}, environment: {} }).config.web, ...settings };
  const opening = Promise.withResolvers<Web>();
  const api = await startApi({
    now,
    overrides: (options) => ({
      publicUrl: overrides.publicUrl ?? '',
      trustedProxies,
      web: async (ctx, next) => (await opening.promise).middleware(ctx, next),
      register: createRegister({ ...web, ...web.newAccounts, accounts: options.accounts }),
    }),
  });
  const { options } = api;
  if (hasAdmin) {
    const ada = { name: 'Ada', email: 'ada@example.org', role: 'admin' as const };
    await options.accounts.add({ ...ada, password: hashOf(password) });
  }
  const folder = await mkdtemp(join(tmpdir(), 'shrinkd-site-'));
  const certificatePath = join(folder, 'cert.pem');
  await writeFile(certificatePath, certificate);
  const requests = { ...web.newAccounts, keyChecksPerMinute: 60 };
  const webOptions: WebOptions = {
    ...options,
    settings: web,
    addresses: undefined,
    passwords: quickPasswords,
    registrations: createRequestLimits(memoryWindows(now), requests).registrations,
    signIns: createSignInLimits(memoryWindows(now), web),
    rightPasswords: createRightPasswordLimits(memoryWindows(now)),
    secret: new Uint8Array(32).fill(7),
    answerSeconds: 58,
    demoUses: web.demo.enabled ? createDemoLimits(memoryWindows(now), web.demo) : undefined,
    setUpTokens: createMemorySetUpTokens(),
    once: createMemoryOnce(now),
    health: async () => health,
    certificatePath,
    isTrusted: false,
    downloadResult: () => Promise.reject(new Error('not used')),
    now,
    ...overrides,
  };
  const opened = await openWeb(webOptions);
  opening.resolve(opened);
  const { accounts } = webOptions;

  const visitor = (): Visitor =>
    createVisitor((path, { headers, ...asked }) => {
      const sent = host === undefined ? headers : { host, ...headers };
      return api.ask(path, { key: null, ...asked, headers: sent });
    });

  const signedIn: Site['signedIn'] = async (fields = {}) => {
    const email = `${Math.random()}@example.org`;
    const ann = { name: 'Ann', email, password: hashOf(password), ...fields };
    await accounts.add(ann);
    const person = visitor();
    const { status } = await person.visit('/signin', { form: { email: ann.email, password } });
    if (status !== 303) throw new Error(`signing in was answered ${status}`);
    return person;
  };

  return {
    ...{ api, web: opened, accounts, options: webOptions, visitor, signedIn },
    pass: (ms) => (time += ms),
    close: async () => {
      await api.close();
      await rm(folder, { recursive: true });
    },
  };
};
