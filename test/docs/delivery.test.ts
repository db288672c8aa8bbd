import { expect } from 'chai';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { optionRows } from '../../src/delivery/option-rows.ts';
import { readAddress } from '../../src/delivery/read-options.ts';
import { signerOf } from '../../src/delivery/signature.ts';
import { addressIn, signedPathOf } from '../../src/delivery/target.ts';
import { blockOf } from '../support/docs/code-blocks.ts';
import { pair } from '../support/e2e/delivering.ts';

const page = 'docs/delivery.md';
const asked = (path: string) => readAddress(path, { presets: new Map(), now: 0 });

describe('the examples of docs/delivery.md', () => {
  it('show an address that is read as the page says', () => {
    const address = blockOf(page, 'text', 'SIGNATURE/rs:').trim();
    const { signature, path } = signedPathOf(addressIn(address), '/img');
    expect(signature).to.equal('SIGNATURE');
    const { source, options } = asked(path);
    expect(source).to.equal('https://cdn.shop.example/shoe.png');
    expect(options).to.include({ width: 300, height: 200, mediaType: 'image/webp' });
  });

  it('sign a path as the service expects it', () => {
    const script = `${blockOf(page, 'js')}; ({ path, signature })`;
    const signed = runInNewContext(script, { createHmac, Buffer, ...pair }) as {
      path: string;
      signature: string;
    };
    const keys = { key: Buffer.from(pair.key, 'hex'), salt: Buffer.from(pair.salt, 'hex') };
    expect(signerOf([keys], signed, 32)).to.equal(keys);
    expect(asked(signed.path).options.mediaType).to.equal('image/webp');
  });
});

describe('the table of options in docs/delivery.md', () => {
  it('names the options that are read, and no others', () => {
    const [, table = ''] = readFileSync(page, 'utf8').split('\n## Options\n');
    const lines = table.split('\n## ', 1)[0]!.split('\n');
    const named = lines.flatMap((line) => {
      const cell = /^\| (`[^|]*`) \|/.exec(line)?.[1];
      return cell === undefined ? [] : [cell.replaceAll('`', '').split(', ')];
    });
    expect(named).to.have.deep.members(optionRows.map(({ names }) => names));
  });
});
