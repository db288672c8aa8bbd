import { expect } from 'chai';
import { type Answer, type Client, createClient, jsonOf } from './client.ts';
import type { RunningService } from '../service/service.ts';
import type { Radosgw } from '../storage/radosgw.ts';

/** What an account does with outputs and storage. */
export type Storing = Readonly<{
  client: Client;
  /** Uploads a picture, which must succeed, and gives its output's address. */
  uploaded: (picture: Uint8Array) => Promise<string>;
  /** Asks for an operation on an output. */
  ask: (location: string, operation: object) => Promise<Answer>;
}>;

export const storing = (service: Pick<RunningService, 'url' | 'certificate' | 'key'>): Storing => {
  const client = createClient(service);
  const uploaded: Storing['uploaded'] = async (picture) => {
    const { status, headers, body } = await client.upload(picture);
    expect(status, body.toString()).to.equal(201);
    return headers.location!;
  };
  const ask: Storing['ask'] = (location, operation) =>
    client.send({
      method: 'POST',
      path: location,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(operation),
    });
  return { client, uploaded, ask };
};

/** A request to store in the bucket that a radosgw has, by its owner. */
export const inBucket = ({ user, bucket }: Radosgw, name: string, fields: object = {}): object => ({
  service: 'objstore',
  objstore_access_key_id: user.accessKeyId,
  objstore_secret_access_key: user.secretAccessKey,
  region: 'us-east-1',
  path: `${bucket}/${name}`,
  ...fields,
});

/** An object as it is for a reader without any rights. */
export type Seen = Readonly<{ status: number; headers: Headers; body: Buffer }>;

export const seenAt = async (location: string): Promise<Seen> => {
  const response = await fetch(location);
  const { status, headers } = response;
  return { status, headers, body: Buffer.from(await response.arrayBuffer()) };
};

/** The object's address in an answer that is all that it must be. */
export const storedAt = ({ status, headers, body }: Answer): string => {
  expect(status, body.toString()).to.equal(200);
  expect(body.toString()).to.equal('{}');
  expect(headers).to.include({ 'content-type': 'application/json', 'content-length': '2' });
  expect(headers).to.include.all.keys('compression-count', 'image-width', 'image-height');
  expect(headers).not.to.have.any.keys('etag', 'cache-control', 'accept-ranges');
  return headers.location ?? expect.fail('no Location');
};

/** Status, `error` and `message` of a refusal. */
export const refusalIn = (
  answer: Answer,
): readonly [status: number, error: unknown, message: string] => {
  const { error, message } = jsonOf(answer);
  return [answer.status, error, String(message)];
};
