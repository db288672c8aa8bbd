import { expect } from 'chai';
import { createOutputIndex } from '../../src/outputs/output-index.ts';
import type { Output } from '../../src/outputs/output.ts';

const output = (id: string, owner: string, cacheKey: string, sha256: string): Output =>
  ({ id, owner, cacheKey, result: { sha256 } }) as Output;

describe('the index of outputs', () => {
  it('lists the outputs of a cache key, the owner’s first, and those of a result', () => {
    const index = createOutputIndex();
    index.add(output('1', 'alice', 'same', 'digest'));
    index.add(output('2', 'bob', 'same', 'digest'));
    index.add(output('3', 'bob', 'other', 'another'));
    expect(index.idsOf('same', 'alice')).to.deep.equal(['1', '2']);
    expect(index.idsOf('same', 'bob')).to.deep.equal(['2', '1']);
    expect(index.idsOfResult('digest')).to.deep.equal(['1', '2']);
  });

  it('finds results of operations by their digest alone', () => {
    const index = createOutputIndex();
    index.addResult('1', 'digest', 'alice');
    index.add(output('2', 'bob', 'same', 'digest'));
    expect(index.idsOfResult('digest')).to.deep.equal(['1', '2']);
    expect(index.idsOf('same', 'alice')).to.deep.equal(['2']);
    index.remove('1');
    expect(index.idsOfResult('digest')).to.deep.equal(['2']);
  });

  it('forgets an output that is removed, and no other', () => {
    const index = createOutputIndex();
    index.add(output('1', 'alice', 'same', 'digest'));
    index.add(output('2', 'bob', 'same', 'digest'));
    index.remove('1');
    index.remove('1');
    index.remove('unknown');
    expect(index.idsOf('same', 'alice')).to.deep.equal(['2']);
    expect(index.idsOfResult('digest')).to.deep.equal(['2']);
    index.remove('2');
    expect(index.idsOf('same', 'alice')).to.deep.equal([]);
    expect(index.idsOfResult('digest')).to.deep.equal([]);
  });
});
