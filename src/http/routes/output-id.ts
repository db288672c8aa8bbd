import type { Context } from '../context.ts';

/** The output's id in the path, without a file extension. */
export const outputIdOf = (ctx: Context): string => {
  const { id } = ctx['params'] as { id: string };
  return id.replace(/\.[A-Za-z0-9]{1,5}$/, '');
};
