import { describeSweep } from '../../bulk/sweeps/describe.ts';
import { sweepActions } from '../../bulk/sweeps/sweeps.ts';
import { ServiceError } from '../../errors.ts';
import { isConfirmed } from '../confirm.ts';
import {
  respondWithPage,
  seeOther,
  sessionOf,
  type WebContext,
  type WebMiddleware,
} from '../context.ts';
import type { Form } from '../form.ts';
import { operationBodyOf } from '../operation-form.ts';
import { liveOf, sweepPage } from '../pages/sweep.ts';
import { sweepsPage } from '../pages/sweeps.ts';
import { sentenceOf } from '../text/failures.ts';
import type { WebParts } from '../web-parts.ts';

/** `GET /admin/sweeps`. */
export const sweepsRoute =
  (parts: WebParts): WebMiddleware =>
  (ctx) =>
    respondWithSweeps(ctx, parts);

/** `GET /admin/sweeps/<id>`. */
export const sweepRoute =
  ({ sweeps, now }: WebParts): WebMiddleware =>
  async (ctx) => {
    const sweep = describeSweep(await sweeps.find(idOf(ctx)), now());
    respondWithPage(ctx, sweepPage(ctx.state.frame, sweep));
  };

/** `GET /admin/sweeps/<id>/live`: what the script of its page shows, as JSON. */
export const liveSweepRoute =
  ({ sweeps, now }: WebParts): WebMiddleware =>
  async (ctx) => {
    const sweep = describeSweep(await sweeps.find(idOf(ctx)), now());
    ctx.body = liveOf(ctx.state.frame, sweep);
  };

/** `POST /admin/sweeps`: begins a sweep, or an estimate, and leads to its page. */
export const startSweepRoute =
  (parts: WebParts): WebMiddleware =>
  async (ctx) => {
    const form = await parts.readForm(ctx);
    if (!(await isConfirmed(ctx, parts, form))) return;
    try {
      const { id } = await parts.sweeps.start(sessionOf(ctx).account.id, requestIn(form));
      seeOther(ctx, `/admin/sweeps/${id}`);
    } catch (error) {
      const problem = problemIn(ctx, error);
      if (problem === undefined) throw error;
      await respondWithSweeps(ctx, parts, { problem, given: form.text });
    }
  };

/** `POST /admin/sweeps/<id>` with an `action`. */
export const changeSweepRoute =
  (parts: WebParts): WebMiddleware =>
  async (ctx) => {
    const form = await parts.readForm(ctx);
    if (!(await isConfirmed(ctx, parts, form))) return;
    const { sweeps, now } = parts;
    const action = sweepActions.find((each) => each === form.text('action'));
    if (action === undefined) throw new ServiceError('bad_request', 'action: expected another one');
    try {
      const { id } = await sweeps.act(sessionOf(ctx).account.id, idOf(ctx), action);
      seeOther(ctx, `/admin/sweeps/${id}`);
    } catch (error) {
      const problem = problemIn(ctx, error);
      if (problem === undefined) throw error;
      const sweep = describeSweep(await sweeps.find(idOf(ctx)), now());
      respondWithPage(ctx, sweepPage(ctx.state.frame, sweep, problem), 400);
    }
  };

const idOf = (ctx: WebContext): string => (ctx['params'] as { id: string }).id;

/** What is wrong with a request. What names a field, or comes from the storage, is shown as it is. */
const problemIn = (ctx: WebContext, error: unknown): string | undefined => {
  if (!(error instanceof ServiceError) || error.code !== 'bad_request') return undefined;
  return error.reason === undefined ? error.message : sentenceOf(ctx.state.frame, error);
};

/** The body of `POST /sweeps` that a form stands for, which is checked like one. */
const requestIn = ({ text, entries }: Form): object => {
  const place = (name: string) =>
    text(name) === '' ? null : { store: text(name), prefix: text(`${name}Prefix`).trim() };
  const percent = (name: string) => (text(name) === '' ? null : Number(text(name)) / 100);
  const patterns = (name: string) => text(name).split(/\s+/).filter(Boolean);
  const isTicked = (name: string): boolean => text(name) !== '';
  return {
    ...{ source: place('source'), to: place('to'), backup: place('backup') },
    ...{ noOriginals: isTicked('noOriginals'), acceptRaces: isTicked('acceptRaces') },
    ...{ noAcl: isTicked('noAcl'), dryRun: isTicked('dryRun') },
    ...{ share: percent('share'), minSaving: percent('minSaving') },
    ...{ include: patterns('include'), exclude: patterns('exclude') },
    ...operationBodyOf(entries),
  };
};

const respondWithSweeps = async (
  ctx: WebContext,
  { sweeps, known, now }: WebParts,
  shown: Readonly<{ problem?: string; given?: Form['text'] }> = {},
): Promise<void> => {
  const page = sweepsPage(ctx.state.frame, {
    sweeps: (await sweeps.list()).map((sweep) => describeSweep(sweep, now())),
    stores: sweeps.storesFor(sessionOf(ctx).account.id),
    types: known.types,
    ...shown,
  });
  respondWithPage(ctx, page, shown.problem === undefined ? 200 : 400);
};
