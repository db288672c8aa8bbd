import { SourceAway } from '../errors.ts';

export type Deadline = ReturnType<typeof createDeadline>;

/** A time limit of `timeoutMs`, which also ends when the parent signal aborts. The creator releases it. */
export const createDeadline = (parent: AbortSignal, timeoutMs: number) => {
  const controller = new AbortController();
  const expire = () => controller.abort(new SourceAway('Server did not respond in time'));
  const followParent = () => controller.abort(parent.reason);
  let timer = setTimeout(expire, timeoutMs);
  parent.addEventListener('abort', followParent, { once: true });
  if (parent.aborted) followParent();

  return {
    /** Aborts when the time is up (with a `SourceAway`) or when the parent aborts (with its reason). */
    signal: controller.signal,
    /** Restarts the deadline with `timeoutMs` from now. */
    restart: (nextTimeoutMs: number): void => {
      clearTimeout(timer);
      timer = setTimeout(expire, nextTimeoutMs);
    },
    /** Stops the timer and the listener of the parent. The signal does not abort from then on. */
    release: (): void => {
      clearTimeout(timer);
      parent.removeEventListener('abort', followParent);
    },
  };
};
