import { expect } from 'chai';
import { createIdentity, type ResultSettings } from '../../src/service/identity.ts';

const settings: ResultSettings = {
  encoders: { mozjpeg: { scale: 3 } },
  decoders: {},
  types: { 'image/jpeg': [['mozjpeg']] },
  quality: { target: 79 },
  versions: { mozjpeg: '3.2' },
  weights: 'a',
};

describe('the identity of work', () => {
  const identity = createIdentity(settings)('source', 'operation');

  it('is the same for the same, and can be the key of a stored result', () => {
    expect(createIdentity({ ...settings })('source', 'operation')).to.equal(identity);
    expect(identity).to.match(/^[0-9a-f]{64}$/);
  });

  it('differs by source and operation', () => {
    const of = createIdentity(settings);
    const all = [identity, of('source'), of('other', 'operation'), of('source', 'another')];
    expect(new Set(all).size).to.equal(4);
  });

  for (const name of Object.keys(settings)) {
    it(`differs by ${name}`, () => {
      const others = createIdentity({ ...settings, [name]: { other: 1 } });
      expect(others('source', 'operation')).not.to.equal(identity);
    });
  }

  it('does not depend on settings that change no result', () => {
    const more = { ...settings, port: 1 };
    expect(createIdentity(more)('source', 'operation')).to.equal(identity);
  });
});
