import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import type { Receipt } from '../../src/image/search/receipt.ts';
import { sharedService } from '../support/service/service.ts';
import { createClient, jsonOf, type Answer, type Client } from '../support/e2e/client.ts';
import { newAccount } from '../support/e2e/new-account.ts';
import { newPhoto } from '../support/e2e/pictures.ts';
import { storing, type Storing } from '../support/e2e/storing.ts';
import { createValidator } from '../support/validator.ts';

const validate = createValidator<Receipt>(
  JSON.parse(
    readFileSync(new URL('../../schemas/responses/receipt.json', import.meta.url), 'utf8'),
  ) as object,
);

describe('receipts', () => {
  const service = sharedService();
  let account: Storing;
  let client: Client;
  let upload: Answer;
  let location: string;
  before(async () => {
    account = storing(service());
    client = account.client;
    upload = await client.upload(newPhoto());
    location = upload.headers.location!;
  });
  after(() => client.close());

  const receiptAt = async (path: string): Promise<Receipt> => {
    const { status, body } = await client.send({ path });
    expect(status, body.toString()).to.equal(200);
    const receipt = jsonOf({ body }) as Receipt;
    expect(validate(receipt)).to.deep.equal({ ok: true, value: receipt });
    return receipt;
  };
  const operate = (operation: object): Promise<Answer> => account.ask(location, operation);
  const linkOf = ({ headers }: Answer): string =>
    /^<(\/output\/.*)>; rel="receipt"$/.exec(String(headers['link']))?.[1] ?? '';

  it('tell of an upload which candidate won, and how its setting was found', async () => {
    const receipt = await receiptAt(`${location}/receipt`);
    const { output } = jsonOf(upload) as { output: { size: number } };
    const winner = receipt.candidates.find(({ encoders }) => encoders === receipt.winner);
    expect(winner).to.include({ bytes: output.size, accepted: true, reason: 'won' });
    expect(receipt.mode).to.equal('adaptive');
    expect(winner?.trials).to.not.have.length(0);
    expect(receipt.candidates.map(({ encoders }) => encoders)).to.include.members([
      'mozjpeg',
      'jpegtran',
      'source',
    ]);
  });

  it('tell the same of an operation, the first time and from the cache', async () => {
    const operation = {
      resize: { method: 'fit', width: 90, height: 90 },
      convert: { type: '*/*' },
    };
    const first = await operate(operation);
    const receipt = await receiptAt(linkOf(first));
    expect(receipt.candidates.map(({ mediaType }) => mediaType)).to.include.members([
      'image/webp',
      'image/jpeg',
      'image/png',
    ]);
    const winner = receipt.candidates.find(({ encoders }) => encoders === receipt.winner);
    expect(winner?.bytes).to.equal(first.body.length);
    expect(linkOf(await operate(operation))).to.equal(linkOf(first));
  });

  it('tell of a result with metadata how its picture was made', async () => {
    const answer = await operate({ preserve: ['copyright'] });
    const { winner } = await receiptAt(linkOf(answer));
    expect(winner).to.equal((await receiptAt(`${location}/receipt`)).winner);
  });

  it('are not given to other accounts, nor with other outputs', async () => {
    const link = linkOf(await operate({ resize: { method: 'scale', width: 50 } }));
    const other = createClient({ ...service(), key: await newAccount(service(), 'other') });
    const theirs = (await other.upload(newPhoto())).headers.location!;
    const paths = [`${location}/receipt`, link, `${theirs}/receipt/${link.split('/').at(-1)}`];
    for (const path of paths) {
      const { status } = await other.send({ path });
      expect(status, path).to.equal(404);
    }
    other.close();
  });

  it('are counted as nothing', async () => {
    const before = await client.count();
    const { headers } = await client.send({ path: `${location}/receipt` });
    expect(headers).to.include({ 'content-type': 'application/json' });
    expect(await client.count()).to.equal(before);
  });
});
