import { describeSweep } from '../../bulk/sweeps/describe.ts';
import { hasCode } from '../../errors.ts';
import { sweepActionOf, sweepIdOf } from '../../http/routes/sweeps.ts';
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
import type { Routes, WebParts } from '../web-parts.ts';

/** Sweeps and estimates: what they did, how they go on, and the form that begins one. */
export const sweepRoutes = (parts: WebParts): Routes => {
  const { sweeps, now } = parts;
  const sweepOf = async (ctx: WebContext) =>
    describeSweep(await sweeps.find(sweepIdOf(ctx)), now());
  return {
    'GET /admin/sweeps': (ctx) => respondWithSweeps(ctx, parts),
    'POST /admin/sweeps': formRoute(parts, {
      change: (ctx, form) => sweeps.start(sessionOf(ctx).account.id, requestIn(form)),
      refuse: (ctx, problem, { text }) => respondWithSweeps(ctx, parts, { problem, given: text }),
    }),
    'GET /admin/sweeps/:id': async (ctx) =>
      respondWithPage(ctx, sweepPage(ctx.state.frame, await sweepOf(ctx))),
    // What the script of its page shows, as JSON.
    'GET /admin/sweeps/:id/live': async (ctx) => {
      ctx.body = liveOf(ctx.state.frame, await sweepOf(ctx));
    },
    'POST /admin/sweeps/:id': formRoute(parts, {
      change: (ctx, form) =>
        sweeps.act(sessionOf(ctx).account.id, sweepIdOf(ctx), sweepActionOf(form.text('action'))),
      refuse: async (ctx, problem) =>
        respondWithPage(ctx, sweepPage(ctx.state.frame, await sweepOf(ctx), problem), 400),
    }),
  };
};

type FormAnswers = Readonly<{
  /** The sweep that was begun or changed, to whose page the answer leads. */
  change: (ctx: WebContext, form: Form) => Promise<Readonly<{ id: string }>>;
  /** Answers with what is wrong. */
  refuse: (ctx: WebContext, problem: string, form: Form) => Promise<void>;
}>;

const formRoute =
  (parts: WebParts, { change, refuse }: FormAnswers): WebMiddleware =>
  async (ctx) => {
    const form = await parts.readForm(ctx);
    if (!(await isConfirmed(ctx, parts, form))) return;
    try {
      const { id } = await change(ctx, form);
      seeOther(ctx, `/admin/sweeps/${id}`);
    } catch (error) {
      const problem = problemIn(ctx, error);
      if (problem === undefined) throw error;
      await refuse(ctx, problem, form);
    }
  };

/** What is wrong with a request. What names a field, or comes from the storage, is shown as it is. */
const problemIn = (ctx: WebContext, error: unknown): string | undefined => {
  if (!hasCode(error, 'bad_request')) return undefined;
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
