import type Router from '@koa/router';
import { requireAdmin, requireSession } from '../access/with-session.ts';
import type { WebMiddleware, WebState } from '../context.ts';
import { jsonErrors } from '../error-pages.ts';
import type { Routes, WebParts } from '../web-parts.ts';
import { accountRoutes } from './account.ts';
import { addressRoutes } from './address.ts';
import { adminAccountRoutes } from './admin-account.ts';
import { adminRoutes } from './admin.ts';
import { certificateRoutes } from './assets.ts';
import { compressPageRoutes, formRoutes } from './compress-page.ts';
import { asAccount, pictureRoutes } from './compress.ts';
import { inviteRoutes } from './invite.ts';
import { linkRoutes } from './link.ts';
import { passkeyRoutes, passkeySignInRoutes } from './passkeys.ts';
import { registerRoutes } from './register.ts';
import { requireSetUp, setUpRoutes } from './set-up.ts';
import { signInRoutes } from './sign-in.ts';
import { sweepRoutes } from './sweeps.ts';

/** The routes of the pages, and who may use them. GET changes nothing. */
export const addRoutes = (router: Router<WebState>, parts: WebParts): void => {
  const add = (routes: Routes, ...guards: readonly WebMiddleware[]): void => {
    for (const [name, answer] of Object.entries(routes)) {
      const [method = '', path = ''] = name.split(' ');
      router.register(path, [method], [...guards, answer]);
    }
  };
  const { demo } = parts;
  add(setUpRoutes(parts));
  add(signInRoutes(parts));
  add(registerRoutes(parts));
  add(inviteRoutes(parts));
  add(linkRoutes(parts));
  add(certificateRoutes(parts));
  add(passkeySignInRoutes(parts));

  add(accountRoutes(parts), requireSession);
  add(addressRoutes(parts), requireSession);
  add(passkeyRoutes(parts), requireSession);

  add(adminRoutes(parts), requireSession, requireAdmin);
  add(adminAccountRoutes(parts), requireSession, requireAdmin);
  add(sweepRoutes(parts), requireSession, requireAdmin);

  add(compressPageRoutes(parts), requireSetUp(parts), demo.requireAccount);
  add(formRoutes(parts), demo.requireAccount);
  add(pictureRoutes(parts), jsonErrors(parts), demo.requireAccount, asAccount(parts));
};
