import { expect } from 'chai';
import { dispositionOf } from '../../src/http/disposition.ts';

describe('the name of a file', () => {
  it('goes into a header in ASCII, and whole', () => {
    expect(dispositionOf('attachment', 'Füße "1" (a).png')).to.equal(
      `attachment; filename="F__e _1_ (a).png"; filename*=UTF-8''F%C3%BC%C3%9Fe%20%221%22%20%28a%29.png`,
    );
  });
});
