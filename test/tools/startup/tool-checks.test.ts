import { expect } from 'chai';
import { toolChecks } from '../../../src/tools/startup/tool-checks.ts';
import { defaultTable } from '../../support/image/encoder-table.ts';

describe('the checks of tools', () => {
  it('have libvips read JPEG and PNG alone, since builds of it that block untrusted types refuse PPM', () => {
    const checks = toolChecks(defaultTable.encoders, {}).filter(
      ({ program }) => program === 'vips',
    );
    expect(checks.map(({ name, input }) => `${name}: ${input}`)).to.deep.equal([
      'vips: in.jpg',
      'save of mozjpeg: in.png',
      'save of oxipng: in.png',
      'save of cwebp: in.png',
    ]);
  });
});
