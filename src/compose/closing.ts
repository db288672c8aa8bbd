/** Has `stack` close the parts of a service. */
export const closeWith = (stack: AsyncDisposableStack): Closing => ({
  adopt: (part) => stack.adopt(part, async ({ close }) => void (await close())),
  adoptWhenOpen: (part, close = ignored) => {
    stack.defer(() => part.then(close).then(ignored, ignored));
    part.catch(ignored);
    return part;
  },
});

type Closing = Readonly<{
  /** A part that is open. */
  adopt: <T extends Closable>(part: T) => T;
  /**
   * A part that is opened while others are, and awaited where it is needed. Also where that is never, since
   * another one has failed, the stack waits for it, and has `close` close it.
   */
  adoptWhenOpen: <T>(part: Promise<T>, close?: (part: T) => unknown) => Promise<T>;
}>;

type Closable = Readonly<{ close: () => unknown }>;

const ignored = (): void => undefined;
