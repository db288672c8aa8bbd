import type Router from '@koa/router';
import type { WebState } from '../context.ts';
import { requireAdmin, requireSession } from '../access/with-session.ts';
import type { WebParts } from '../web-parts.ts';
import { addressRoute } from './address.ts';
import {
  accountKeyRoute,
  accountRoute,
  emailRoute,
  nameRoute,
  passwordRoute,
  signOutAllRoute,
} from './account.ts';
import {
  adminAccountRoute,
  approveRoute,
  disableRoute,
  enableRoute,
  limitsRoute,
  removeRoute,
  roleRoute,
  signInLinkRoute,
} from './admin-account.ts';
import { adminRoute, healthRoute, inviteLinkRoute, revokeLinkRoute } from './admin.ts';
import { certificateRoute } from './assets.ts';
import { certificateName } from '../pages/parts/certificate.ts';
import { inviteForm, inviteRoute } from './invite.ts';
import { linkForm, linkRoute } from './link.ts';
import {
  addPasskeyRoute,
  newPasskeyRoute,
  passkeyOptionsRoute,
  passkeySignInRoute,
  removePasskeyRoute,
} from './passkeys.ts';
import { registerForm, registerRoute } from './register.ts';
import { requireSetUp, setUpForm, setUpRoute } from './set-up.ts';
import {
  changeSweepRoute,
  liveSweepRoute,
  startSweepRoute,
  sweepRoute,
  sweepsRoute,
} from './sweeps.ts';
import { signInForm, signInRoute, signOutRoute } from './sign-in.ts';

/** The routes of accounts and administrators. GET changes nothing. */
export const addAccountRoutes = (router: Router<WebState>, parts: WebParts): void => {
  router.get('/setup', setUpForm(parts));
  router.post('/setup', setUpRoute(parts));
  router.get('/signin', requireSetUp(parts), signInForm(parts));
  router.post('/signin', signInRoute(parts));
  router.post('/signout', signOutRoute(parts));
  router.get('/register', registerForm(parts));
  router.post('/register', registerRoute(parts));
  router.get('/invite', inviteForm(parts));
  router.post('/invite', inviteRoute(parts));
  router.get('/link', linkForm(parts));
  router.post('/link', linkRoute(parts));

  router.get('/account', requireSession, accountRoute(parts));
  router.post('/account/name', requireSession, nameRoute(parts));
  router.post('/account/email', requireSession, emailRoute(parts));
  router.post('/account/password', requireSession, passwordRoute(parts));
  router.post('/account/key', requireSession, accountKeyRoute(parts));
  router.post('/account/signout-all', requireSession, signOutAllRoute(parts));

  const { passkeys, addresses } = parts;
  if (addresses !== undefined)
    router.post('/account/address', requireSession, addressRoute(parts, addresses));
  if (passkeys !== undefined) {
    router.post('/signin/passkey/options', passkeyOptionsRoute(passkeys));
    router.post('/signin/passkey', passkeySignInRoute(parts, passkeys));
    router.post('/account/passkeys/new', requireSession, newPasskeyRoute(parts, passkeys));
    router.post('/account/passkeys', requireSession, addPasskeyRoute(parts, passkeys));
    router.post('/account/passkeys/remove', requireSession, removePasskeyRoute(parts));
  }

  const { certificatePath } = parts;
  if (certificatePath !== undefined)
    router.get(`/${certificateName}`, certificateRoute(certificatePath));

  const id = '/admin/accounts/:id';
  router.get('/admin', requireSession, requireAdmin, adminRoute(parts));
  router.post('/admin/invites', requireSession, requireAdmin, inviteLinkRoute(parts));
  router.post('/admin/links/revoke', requireSession, requireAdmin, revokeLinkRoute(parts));
  router.get('/admin/health', requireSession, requireAdmin, healthRoute(parts));
  router.get('/admin/sweeps', requireSession, requireAdmin, sweepsRoute(parts));
  router.post('/admin/sweeps', requireSession, requireAdmin, startSweepRoute(parts));
  router.get('/admin/sweeps/:id', requireSession, requireAdmin, sweepRoute(parts));
  router.get('/admin/sweeps/:id/live', requireSession, requireAdmin, liveSweepRoute(parts));
  router.post('/admin/sweeps/:id', requireSession, requireAdmin, changeSweepRoute(parts));
  router.get(id, requireSession, requireAdmin, adminAccountRoute(parts));
  router.post(`${id}/limits`, requireSession, requireAdmin, limitsRoute(parts));
  router.post(`${id}/disable`, requireSession, requireAdmin, disableRoute(parts));
  router.post(`${id}/enable`, requireSession, requireAdmin, enableRoute(parts));
  router.post(`${id}/approve`, requireSession, requireAdmin, approveRoute(parts));
  router.post(`${id}/link`, requireSession, requireAdmin, signInLinkRoute(parts));
  router.post(`${id}/role`, requireSession, requireAdmin, roleRoute(parts));
  router.post(`${id}/delete`, requireSession, requireAdmin, removeRoute(parts));
};
