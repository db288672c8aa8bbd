/** Has `stack` close the parts of a service. */
export const closeWith = (stack: AsyncDisposableStack) => ({
  /** A part that is open. */
  adopt: <T extends Closable>(part: T): T =>
    stack.adopt(part, async ({ close }) => void (await close())),
  /**
   * A part that is opened while others are, and awaited where it is needed. Also where that is never, since
   * another one has failed, the stack waits for it, and has `close` close it.
   */
  adoptWhenOpen: <T>(part: Promise<T>, close: (part: T) => unknown = ignored): Promise<T> => {
    stack.defer(() => part.then(close).then(ignored, ignored));
    part.catch(ignored);
    return part;
  },
});

type Closable = Readonly<{ close: () => unknown }>;

const ignored = (): void => undefined;
