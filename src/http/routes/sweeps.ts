import { describeSweep } from '../../bulk/sweeps/describe.ts';
import { type SweepAction, sweepActions, type Sweeps } from '../../bulk/sweeps/sweeps.ts';
import { ServiceError } from '../../errors.ts';
import { shown } from '../../schema.ts';
import { readRequiredJson } from '../body/json-body.ts';
import type { MinRate } from '../body/min-rate.ts';
import { accountOf, type Context, type Middleware } from '../context.ts';
import { respondWithJson } from '../respond.ts';

export type SweepRouteOptions = Readonly<{
  sweeps: Sweeps;
  minRate: MinRate;
  /** Milliseconds since 1970. */
  now: () => number;
}>;

/** Lets administrators pass. For others there are no sweeps. @throws ServiceError `not_found`. */
export const requireAdministrator: Middleware = async (ctx, next) => {
  if (accountOf(ctx).role !== 'admin') {
    throw new ServiceError('not_found', 'There is nothing at this path for this account.');
  }
  await next();
};

/** `GET /sweeps`: the last ones, newest first. */
export const sweepsRoute =
  ({ sweeps, now }: SweepRouteOptions): Middleware =>
  async (ctx) => {
    const list = await sweeps.list();
    respond(ctx, 200, { sweeps: list.map((sweep) => describeSweep(sweep, now())) });
  };

/** `GET /sweeps/<id>`, with the objects that have failed. */
export const sweepRoute =
  ({ sweeps, now }: SweepRouteOptions): Middleware =>
  async (ctx) =>
    respond(ctx, 200, describeSweep(await sweeps.find(idOf(ctx)), now()));

/** `POST /sweeps` begins one. @throws ServiceError `bad_request`. */
export const startSweepRoute =
  ({ sweeps, minRate, now }: SweepRouteOptions): Middleware =>
  async (ctx) => {
    const sweep = await sweeps.start(accountOf(ctx).id, await readRequiredJson(ctx, minRate));
    respond(ctx, 201, describeSweep(sweep, now()));
  };

/** `POST /sweeps/<id>` with an `action`. An undo is another sweep, and the answer is that one. */
export const changeSweepRoute =
  ({ sweeps, minRate, now }: SweepRouteOptions): Middleware =>
  async (ctx) => {
    const action = actionIn(await readRequiredJson(ctx, minRate));
    const sweep = await sweeps.act(accountOf(ctx).id, idOf(ctx), action);
    respond(ctx, action === 'undo' ? 201 : 200, describeSweep(sweep, now()));
  };

const actionIn = (body: unknown): SweepAction => {
  const { action } = Object(body) as { action?: unknown };
  const known = sweepActions.find((each) => each === action);
  if (known !== undefined) return known;
  throw new ServiceError(
    'bad_request',
    `action: expected one of ${sweepActions.join(', ')}, got ${shown(action)}`,
  );
};

const idOf = (ctx: Context): string => (ctx['params'] as { id: string }).id;

const respond = (ctx: Context, status: number, body: unknown): void => {
  ctx.set('Cache-Control', 'no-store');
  respondWithJson(ctx, status, body);
};
