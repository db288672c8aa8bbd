import { expect } from 'chai';
import { optionRows } from '../../src/delivery/option-rows.ts';

describe('optionRows', () => {
  it('give no name twice', () => {
    const names = optionRows.flatMap((row) => row.names);
    expect(names).to.have.length(new Set(names).size);
  });
});
