import { expect } from 'chai';
import { createOutputIndex } from '../../src/outputs/output-index.ts';
import type { StoredRecord } from '../../src/outputs/output-record.ts';

const output = (owner: string, cacheKey: string, sha256: string): StoredRecord =>
  ({ kind: 'output', output: { owner, cacheKey, result: { sha256 } } }) as StoredRecord;
const result = (owner: string, sha256: string): StoredRecord =>
  ({ kind: 'result', owner, result: { sha256 } }) as StoredRecord;

describe('the index of outputs', () => {
  it('lists the outputs of a cache key, the owner’s first, and those of a result', () => {
    const index = createOutputIndex();
    index.add('1', output('alice', 'same', 'digest'));
    index.add('2', output('bob', 'same', 'digest'));
    index.add('3', output('bob', 'other', 'another'));
    expect(index.keysOf('cacheKey', 'same', 'alice')).to.deep.equal(['1', '2']);
    expect(index.keysOf('cacheKey', 'same', 'bob')).to.deep.equal(['2', '1']);
    expect(index.keysOf('result', 'digest', 'alice')).to.deep.equal(['1', '2']);
  });

  it('finds results of operations by their digest alone', () => {
    const index = createOutputIndex();
    index.add('1', result('alice', 'digest'));
    index.add('2', output('bob', 'same', 'digest'));
    expect(index.keysOf('result', 'digest', 'alice')).to.deep.equal(['1', '2']);
    expect(index.keysOf('cacheKey', 'same', 'alice')).to.deep.equal(['2']);
    index.remove('1');
    expect(index.keysOf('result', 'digest', 'alice')).to.deep.equal(['2']);
  });

  it('forgets an output that is removed, and no other', () => {
    const index = createOutputIndex();
    index.add('1', output('alice', 'same', 'digest'));
    index.add('2', output('bob', 'same', 'digest'));
    index.remove('1');
    index.remove('1');
    index.remove('unknown');
    expect(index.keysOf('cacheKey', 'same', 'alice')).to.deep.equal(['2']);
    expect(index.keysOf('result', 'digest', 'alice')).to.deep.equal(['2']);
    index.remove('2');
    expect(index.keysOf('cacheKey', 'same', 'alice')).to.deep.equal([]);
    expect(index.keysOf('result', 'digest', 'alice')).to.deep.equal([]);
  });
});
