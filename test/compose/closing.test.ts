import { expect } from 'chai';
import { closeWith } from '../../src/compose/closing.ts';

describe('the parts of a service', () => {
  it('are closed in the reverse order, and waited for where they are still being opened', async () => {
    const closed: string[] = [];
    const opening = Promise.withResolvers<string>();
    const stack = new AsyncDisposableStack();
    const { adopt, adoptWhenOpen } = closeWith(stack);
    adopt({ close: () => void closed.push('first') });
    const later = adoptWhenOpen(opening.promise, (name) => void closed.push(name));
    adopt({ close: () => void closed.push('last') });
    const closing = stack.disposeAsync();
    opening.resolve('opened later');
    await closing;
    expect(await later).to.equal('opened later');
    expect(closed).to.deep.equal(['last', 'opened later', 'first']);
  });

  it('are closed also when one of them could not be opened', async () => {
    const closed: string[] = [];
    const stack = new AsyncDisposableStack();
    const { adopt, adoptWhenOpen } = closeWith(stack);
    adopt({ close: () => void closed.push('first') });
    void adoptWhenOpen(Promise.reject(new Error('cannot be opened')));
    await stack.disposeAsync();
    expect(closed).to.deep.equal(['first']);
  });
});
