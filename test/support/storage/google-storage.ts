import { createVerify, generateKeyPairSync, hash } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { crc32cOf } from './crc32c.ts';

/** An object as it was stored. */
type StoredObject = Readonly<{
  body: Buffer;
  description: Readonly<Record<string, unknown>>;
}>;

/** What the server does with an upload, instead of judging it by itself. */
export type Script =
  | Readonly<{ status: number; reason: string }>
  /** Never answers. */
  | 'hang'
  /** Refuses, and reads no further before `readOn`. */
  | 'early'
  /** Begins an answer and falls silent. */
  | 'half'
  /** Cuts the connection. */
  | 'cut'
  /** Changes a byte on its way in. */
  | 'damage'
  /** Answers with the checksum of other bytes. */
  | 'lie';

/** Google Cloud Storage as far as objects and the rules of a bucket go, on loopback; it believes nothing. */
export type GoogleStorage = Readonly<{
  url: string;
  /** The token that is valid. */
  token: string;
  /** By bucket and key, `pictures/a/b.png`. */
  objects: ReadonlyMap<string, StoredObject>;
  /** What is done with the next uploads, one after the other. */
  scripts: Script[];
  /** Uploads so far, judged or not. */
  uploads: () => number;
  /** Tokens given out to the service account so far. */
  tokensGiven: () => number;
  /** Statuses that the next questions for a token are answered with, instead of a token. */
  tokenFaults: number[];
  /** The rules of the bucket. */
  lifecycle: () => readonly object[];
  /** Whether replaced objects are kept under their generations. */
  keepVersions: (keeps: boolean) => void;
  /** The requests of the JSON API besides uploads, as `GET pictures/o/a.png`. */
  asked: string[];
  readOn: () => void;
  /** Connections that are open; a connection that is not read stays so. */
  connections: () => Promise<number>;
  /** The key file of a service account. */
  serviceAccountKey: string;
  close: () => Promise<void>;
}>;

const bucket = 'pictures';
const token = 'ya29.test-TOKEN_of.the~caller/0123456789';
/** Tokens of the service account, by what they are for. */
const accountTokens = {
  read_write: 'ya29.test-TOKEN_of.the~account/0123456789',
  full_control: 'ya29.test-TOKEN_of.the~account.for+buckets/0123456789',
};
const email = 'shrinkd@project.example';

let keyPair: { publicKey: string; privateKey: string } | undefined;

/** Tokens are given out for `tokenSeconds`. */
export const startGoogleStorage = async ({ tokenSeconds = 3599 } = {}): Promise<GoogleStorage> => {
  // Made by the first server: it takes a tenth of a second.
  keyPair ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const { publicKey, privateKey } = keyPair;
  const objects = new Map<string, StoredObject>();
  const scripts: Script[] = [];
  const tokenFaults: number[] = [];
  const unread: IncomingMessage[] = [];
  let [uploads, tokensGiven, metageneration] = [0, 0, 1];
  let rules: readonly object[] = [];
  let keepsVersions = false;
  const asked: string[] = [];
  /** By bucket and key: the generation of the object that is there. */
  const generations = new Map<string, number>();
  /** Also those that were replaced, by name and generation. */
  const versions = new Map<string, StoredObject>();
  let lastGeneration = 1_700_000_000_000_000;

  const descriptionOf = (name: string, generation = generations.get(name)): object => {
    const { body, description } = versions.get(`${name}#${generation}`) ?? objects.get(name)!;
    const key = name.slice(bucket.length + 1);
    const size = String(body.length);
    return { ...description, name: key, size, generation: String(generation) };
  };

  const giveToken = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = new URLSearchParams((await buffer(request)).toString());
    const fault = tokenFaults.shift();
    if (fault !== undefined) return answer(response, fault, {});
    const isGrant = form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer';
    const scope = scopeOf(form.get('assertion') ?? '', publicKey, `${url}/token`);
    if (!isGrant || scope === undefined) return answer(response, 400, { error: 'invalid_grant' });
    tokensGiven += 1;
    answer(response, 200, {
      access_token: accountTokens[scope],
      expires_in: tokenSeconds,
      token_type: 'Bearer',
    });
  };

  const upload = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    uploads += 1;
    const script = scripts.shift();
    // What is not read would hide from the server that its client has gone.
    if (script === 'hang') return void request.resume();
    if (script === 'early') {
      const text = JSON.stringify({ error: { code: 403, errors: [{ reason: 'forbidden' }] } });
      // An answer that has ended would make Node read on.
      response.writeHead(403, {
        'content-type': 'application/json',
        'content-length': text.length,
      });
      response.write(text);
      unread.push(request);
      return;
    }
    if (script === 'half') {
      request.resume();
      return void response.writeHead(200, { 'content-length': 1000 }).write('{');
    }
    if (script === 'cut') return void request.socket.destroy();
    if (typeof script === 'object') {
      request.resume();
      return refuse(response, script.status, script.reason, 'as the script says');
    }
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    const into = decodeURIComponent(
      /^\/upload\/storage\/v1\/b\/([^/]+)\/o$/.exec(pathname)?.[1] ?? '',
    );
    const body = await buffer(request);
    if (!isKnown(request)) return refuse(response, 401, 'authError', 'Invalid Credentials');
    if (into !== bucket) return refuse(response, 404, 'notFound', 'No such bucket');
    const [described, data] = partsOf(body, request.headers['content-type'] ?? '');
    if (script === 'damage') data[0]! ^= 1;
    const md5Hash = hash('md5', data, 'base64');
    const crc32c = crc32cOf(data);
    const description = JSON.parse(described.toString()) as Record<string, unknown>;
    for (const [field, computed] of Object.entries({ md5Hash, crc32c })) {
      const provided = description[field];
      if (provided !== undefined && provided !== computed) {
        const name = field === 'md5Hash' ? 'MD5 hash' : 'CRC32C';
        return refuse(
          response,
          400,
          'invalid',
          `Provided ${name} "${String(provided)}" doesn't match.`,
        );
      }
    }
    const name = searchParams.get('name') ?? '';
    const wanted = searchParams.get('ifGenerationMatch');
    if (wanted !== null && wanted !== String(generations.get(`${bucket}/${name}`) ?? 0)) {
      return refuse(response, 412, 'conditionNotMet', 'At least one of the pre-conditions failed.');
    }
    objects.set(`${bucket}/${name}`, { body: data, description });
    lastGeneration += 1;
    if (!keepsVersions)
      versions.delete(`${bucket}/${name}#${generations.get(`${bucket}/${name}`)}`);
    generations.set(`${bucket}/${name}`, lastGeneration);
    versions.set(`${bucket}/${name}#${lastGeneration}`, { body: data, description });
    const told = script === 'lie' ? hash('md5', 'lie', 'base64') : md5Hash;
    answer(response, 200, {
      bucket,
      name,
      ...description,
      md5Hash: told,
      crc32c,
      size: String(data.length),
      generation: String(lastGeneration),
    });
  };

  /** Requests of the JSON API besides uploads: objects by name, and the bucket itself. */
  const api = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    const [, place = ''] = pathname.split('/storage/v1/b/');
    const name = nameIn(place);
    const body = await buffer(request);
    const missing = (): void => refuse(response, 404, 'notFound', `No such object: ${name}`);
    if (!isKnown(request)) return refuse(response, 401, 'authError', 'Invalid Credentials');
    asked.push(`${request.method} ${decodeURIComponent(place)}`);
    if (name === `${bucket}/o`) {
      const prefix = `${bucket}/${searchParams.get('prefix') ?? ''}`;
      const from = searchParams.get('pageToken') ?? '';
      const startOffset = `${bucket}/${searchParams.get('startOffset') ?? ''}`;
      const names = [...objects.keys()]
        .filter((each) => each.startsWith(prefix) && each >= startOffset)
        .toSorted();
      // Two a page, so that there are several.
      const page = names.filter((each) => each > from).slice(0, 2);
      const isLast = page.at(-1) === names.at(-1);
      return answer(response, 200, {
        items: page.map((each) => descriptionOf(each)),
        ...(!isLast && { nextPageToken: page.at(-1) }),
      });
    }
    if (name === bucket) {
      const versioning = { enabled: keepsVersions };
      const about = { id: bucket, lifecycle: { rule: rules }, metageneration, versioning };
      if (request.method === 'GET') return answer(response, 200, about);
      if (!isKnown(request, 'full_control')) {
        return refuse(response, 403, 'forbidden', 'Insufficient scope');
      }
      if (searchParams.get('ifMetagenerationMatch') !== String(metageneration)) {
        return refuse(response, 412, 'conditionNotMet', 'The bucket was changed.');
      }
      rules = (JSON.parse(body.toString()) as { lifecycle: { rule: object[] } }).lifecycle.rule;
      metageneration += 1;
      return answer(response, 200, { ...about, lifecycle: { rule: rules }, metageneration });
    }
    const generation = searchParams.get('generation');
    const found = generation === null ? objects.get(name) : versions.get(`${name}#${generation}`);
    if (found === undefined) return missing();
    const wanted = searchParams.get('ifGenerationMatch');
    if (wanted !== null && wanted !== String(generations.get(name))) {
      return refuse(response, 412, 'conditionNotMet', 'At least one of the pre-conditions failed.');
    }
    if (request.method === 'DELETE') {
      objects.delete(name);
      generations.delete(name);
      return void response.writeHead(204).end();
    }
    if (searchParams.get('alt') !== 'media') {
      return answer(
        response,
        200,
        descriptionOf(name, generation === null ? undefined : Number(generation)),
      );
    }
    const length = { 'content-length': found.body.length };
    response.writeHead(200, { 'content-type': 'application/octet-stream', ...length });
    response.end(found.body);
  };

  /** The public address of an object. */
  const download = (request: IncomingMessage, response: ServerResponse): void => {
    const name = (request.url ?? '').slice(1).split('/').map(decodeURIComponent).join('/');
    const found = objects.get(name);
    if (found === undefined) return void response.writeHead(404).end();
    const { contentType, cacheControl } = found.description as Record<string, string>;
    response.writeHead(200, {
      'content-type': contentType!,
      ...(cacheControl !== undefined && { 'cache-control': cacheControl }),
    });
    response.end(found.body);
  };

  const server = http.createServer((request, response) => {
    if (request.url?.startsWith('/storage/v1/')) {
      void api(request, response).catch(() => response.destroy());
    } else if (request.method === 'GET') download(request, response);
    else if (request.url === '/token') void giveToken(request, response);
    // A client that leaves in the middle has stored nothing.
    else void upload(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    token,
    objects,
    scripts,
    uploads: () => uploads,
    tokensGiven: () => tokensGiven,
    tokenFaults,
    lifecycle: () => rules,
    keepVersions: (keeps) => void (keepsVersions = keeps),
    asked,
    readOn: () => unread.splice(0).forEach((request) => request.resume()),
    connections: () => promisify(server.getConnections.bind(server))(),
    serviceAccountKey: JSON.stringify({
      type: 'service_account',
      client_email: email,
      private_key: privateKey,
      token_uri: `${url}/token`,
    }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

const answer = (response: ServerResponse, status: number, body: object): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
};

const refuse = (response: ServerResponse, status: number, reason: string, message: string): void =>
  answer(response, status, { error: { code: status, message, errors: [{ reason, message }] } });

/** The two parts of a `multipart/related` body. */
const partsOf = (body: Buffer, contentType: string): readonly [Buffer, Buffer] => {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1] ?? '';
  const text = body.toString('latin1');
  const parts = text.split(`--${boundary}`).slice(1, -1);
  const [description = '', data = ''] = parts.map((part) =>
    part.slice(part.indexOf('\r\n\r\n') + 4, part.lastIndexOf('\r\n')),
  );
  return [Buffer.from(description, 'latin1'), Buffer.from(data, 'latin1')];
};

/** Whether a request has a token that is valid, for the purpose where one is given. */
const isKnown = ({ headers }: IncomingMessage, purpose?: keyof typeof accountTokens): boolean => {
  const [, credentials = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
  const valid =
    purpose === undefined ? [token, ...Object.values(accountTokens)] : [accountTokens[purpose]];
  return valid.includes(credentials);
};

/** `pictures/a/b.png` for `pictures/o/a%2Fb.png`; `pictures` for the bucket. */
const nameIn = (path: string): string => {
  const [name = '', ...object] = path.split('/o/');
  return [name, ...object].map(decodeURIComponent).join('/');
};

/** What a service account asks for; undefined unless its assertion is signed, for us, and for now. */
const scopeOf = (
  assertion: string,
  publicKey: string,
  audience: string,
): keyof typeof accountTokens | undefined => {
  const [head = '', claims = '', signature = ''] = assertion.split('.');
  const read = (part: string) =>
    JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  const { iss, aud, exp, iat, scope } = read(claims);
  const now = Date.now() / 1000;
  const [, asked] =
    /^https:\/\/www\.googleapis\.com\/auth\/devstorage\.(read_write|full_control)$/.exec(
      String(scope),
    ) ?? [];
  const isValid =
    read(head)['alg'] === 'RS256' &&
    createVerify('RSA-SHA256')
      .update(`${head}.${claims}`)
      .verify(publicKey, signature, 'base64url') &&
    iss === email &&
    aud === audience &&
    Number(iat) <= now &&
    Number(exp) > now &&
    Number(exp) - Number(iat) <= 3600;
  return isValid ? (asked as keyof typeof accountTokens | undefined) : undefined;
};
