import { describeSweep } from '../../bulk/sweeps/describe.ts';
import { type SweepAction, sweepActions, type Sweeps } from '../../bulk/sweeps/sweeps.ts';
import { ServiceError } from '../../errors.ts';
import { shown } from '../../schema.ts';
import { readRequiredJson } from '../body/json-body.ts';
import type { MinRate } from '../body/min-rate.ts';
import { accountOf, type Context, type Middleware, type RequestState } from '../context.ts';
import { respondWithJson } from '../respond.ts';
import type { Router } from '../router.ts';

export type SweepRouteOptions = Readonly<{
  sweeps: Sweeps;
  minRate: MinRate;
  /** Milliseconds since 1970. */
  now: () => number;
}>;

/** What administrators ask for, and get told, about sweeps. For others there are none. */
export const addSweepRoutes = (
  router: Router<RequestState>,
  { sweeps, minRate, now }: SweepRouteOptions,
  authenticated: Middleware,
): void => {
  const guards = [authenticated, requireAdministrator] as const;

  // The last ones, newest first.
  router.get('/sweeps', ...guards, async (ctx) => {
    const list = await sweeps.list();
    respond(ctx, 200, { sweeps: list.map((sweep) => describeSweep(sweep, now())) });
  });
  router.post('/sweeps', ...guards, async (ctx) => {
    const sweep = await sweeps.start(accountOf(ctx).id, await readRequiredJson(ctx, minRate));
    respond(ctx, 201, describeSweep(sweep, now()));
  });
  // With the objects that have failed.
  router.get('/sweeps/:id', ...guards, async (ctx) =>
    respond(ctx, 200, describeSweep(await sweeps.find(sweepIdOf(ctx)), now())),
  );
  // An undo is another sweep, and the answer is that one.
  router.post('/sweeps/:id', ...guards, async (ctx) => {
    const body = Object(await readRequiredJson(ctx, minRate)) as { action?: unknown };
    const action = sweepActionOf(body.action);
    const sweep = await sweeps.act(accountOf(ctx).id, sweepIdOf(ctx), action);
    respond(ctx, action === 'undo' ? 201 : 200, describeSweep(sweep, now()));
  });
};

/** @throws ServiceError `not_found`. */
const requireAdministrator: Middleware = async (ctx, next) => {
  if (accountOf(ctx).role !== 'admin') {
    throw new ServiceError('not_found', 'There is nothing at this path for this account.');
  }
  await next();
};

/** @throws ServiceError `bad_request` for an unknown one. */
export const sweepActionOf = (action: unknown): SweepAction => {
  const known = sweepActions.find((each) => each === action);
  if (known !== undefined) return known;
  throw new ServiceError(
    'bad_request',
    `action: expected one of ${sweepActions.join(', ')}, got ${shown(action)}`,
  );
};

/** The id of the sweep in the path. */
export const sweepIdOf = (ctx: Context): string => (ctx['params'] as { id: string }).id;

const respond = (ctx: Context, status: number, body: unknown): void => {
  ctx.set('Cache-Control', 'no-store');
  respondWithJson(ctx, status, body);
};
