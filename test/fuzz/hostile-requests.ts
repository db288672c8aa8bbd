import { anyOf } from '../support/random.ts';
import { signatureOf } from '../support/e2e/delivering.ts';
import { frame, headerBlock } from '../support/http/frames.ts';
import { mutantOf } from '../support/mutants.ts';
import type { Random } from '../support/random.ts';

/** A request with a mistake in its bytes, and how it is sent. */
export type HostileRequest = Readonly<{
  kind: 'form' | 'fields' | 'json' | 'upload' | 'address' | 'raw' | 'frames';
  path: string;
  type: string;
  body: Buffer;
}>;

/** The tokens of a text: lines with their ends, or what `pattern` finds. */
const tokensOf = (text: string, pattern = /[^\r\n]*\r\n|[^\r\n]+/g): readonly Buffer[] =>
  (text.match(pattern) ?? []).map((token) => Buffer.from(token, 'latin1'));

const boundary = 'XboundaryX';

const disposition = (rest: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; ${rest}\r\n`;

const fileNames = [
  ...['filename="a.png"', 'filename=""', 'filename', 'filename="\u00e9\\"b.png"'],
  ...["filename*=utf-8''a%20b.png", "filename*=utf-16le''%00%D8.%00p%00n%00g%00"],
];

/** A form of pictures as browsers send it; its options change no count. */
const formParts = (pictures: readonly Buffer[], random: Random): readonly Uint8Array[] => [
  ...tokensOf(`${disposition('name="type"')}\r\n\r\n`),
  ...tokensOf(`${disposition('name="preserve"')}\r\ncopyright\r\n`),
  ...Array.from({ length: 1 + random(3) }, () => [
    ...tokensOf(
      `${disposition(`name="files"; ${anyOf(fileNames, random)}`)}Content-Type: image/png\r\n\r\n`,
    ),
    anyOf(pictures, random),
    Buffer.from('\r\n'),
  ]).flat(),
  Buffer.from(`--${boundary}--\r\n`),
];

const urlencoded =
  'email=ann%40example.org&password=correct+horse&name=Ann&next=%2Faccount&token=abc&answer=%7B%7D&AbC%2Fresult%2Fd=a%2Fb.jpg';

const fieldPaths = [
  ...['/signin', '/signin/passkey', '/invite', '/link', '/setup', '/register', '/web/zip'],
];

/** An answer of an authenticator (WebAuthn, section 5.1), as the page sends it. */
const passkeyAnswer =
  '{"id":"AAAA","rawId":"AAAA","type":"public-key","clientExtensionResults":{},"response":{' +
  '"clientDataJSON":"eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0","authenticatorData":"AAAA","signature":"AAAA"}}';

const json =
  '{"resize":{"method":"fit","width":9,"height":9},"convert":{"type":["image/webp"]},"preserve":["copyright"]}';

const jsonTokens = /"[^"]*"|[[\]{}:,]|[^"[\]{}:,]+/g;

const rawRequest =
  'POST /shrink?a=b HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic YXBpOnh4\r\n' +
  'Content-Type: application/json; charset=utf-8\r\nCookie: __Host-session=a.b.c\r\nAccept: text/html\r\n' +
  'Transfer-Encoding: chunked\r\nExpect: 100-continue\r\nRange: bytes=0-9\r\nIf-None-Match: "a"\r\n' +
  'Sec-Fetch-Site: same-origin\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n4\r\n{"a"\r\n3;x=y\r\n:1}\r\n0\r\nT: r\r\n\r\n';

const targets = [
  '/shrink',
  '/output/a',
  'http://[',
  '//',
  '*',
  '/signin',
  '/web/form',
  '/%ff',
  '/link?token=x',
];

const frameParts = (random: Random): readonly Buffer[] => [
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  frame(4, 0, 0, Buffer.from([0, 3, 0, 0, 0, 9, 0, 4, 0, 1, 0, 0])),
  frame(1, 4, 1, headerBlock(anyOf(targets, random))),
  frame(0, 0, 1, Buffer.from('{"a":')),
  frame(8, 0, 1, Buffer.from([0, 0, 1, 0])),
  frame(0, 1, 1, Buffer.from('1}')),
  frame(1, 5, 3, headerBlock('/signin')),
  frame(6, 0, 0, Buffer.alloc(8)),
  frame(3, 0, 3, Buffer.from([0, 0, 0, 8])),
  frame(9, 4, 1, headerBlock('/')),
  frame(7, 0, 0, Buffer.alloc(8)),
];

/** Addresses of pictures, of which the first ones are signed after the mistake. */
const addresses = [
  '/rs:fill:30:20:0/g:fp:0.5:0.5/c:0.5:9:sowe/q:60/bg:f00/plain/local:///photo.jpg@webp',
  '/w:9/dpr:2/f:avif/mb:999/fn:a%20b/att:1/exp:9999999999/cb:1/bG9jYWw6Ly8vcGhvdG8uanBn.png',
  '/ex:1:no/exar:1/pd:1:2:3/rot:90/fl:1:0/bl:1/sh:1/pix:2/z:2:1/mw:9/h:9/plain/local:%2F%2F/photo.jpg',
  '/t:10.5:0f0:1:t/wm:0.5:re:2:0.1:0.3/w:30/plain/local:///photo.jpg@png',
];
const otherAddresses = [
  '/img/unsafe/w:32/q:75/plain/local:///photo.jpg@webp',
  '/_next/image?url=%2Fphoto.jpg&w=32&q=75',
  '/_ipx/w_32,f_webp,q_75,fit_inside/photo.jpg',
];

/** What a client can send in a request line; the other bytes are percent-encoded. */
const asTarget = (bytes: Buffer): string =>
  bytes.toString('latin1').replaceAll(/[^!-~]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);

const hostileAddress = (random: Random): string => {
  const signed = random(3) > 0;
  const address = anyOf(signed ? addresses : otherAddresses, random);
  const target = asTarget(mutantOf(tokensOf(address, /[/:@.,&?=_%]|[^/:@.,&?=_%]+/g), random));
  if (!signed) return `/${target.replace(/^\/+/, '')}`;
  return `/img/${signatureOf(`/${target.replace(/^\//, '')}`)}/${target.replace(/^\//, '')}`;
};

/** The request number `index`: half of them forms of pictures. */
export const hostileRequest = (
  pictures: readonly Buffer[],
  output: string,
  random: Random,
): HostileRequest => {
  const form = `multipart/form-data; boundary=${boundary}`;
  switch (random(20)) {
    case 0:
    case 1:
    case 2: {
      const answer = `answer=${encodeURIComponent(mutantOf(tokensOf(passkeyAnswer, jsonTokens), random).toString('latin1'))}`;
      const parts = tokensOf(random(2) === 0 ? urlencoded : answer, /[^&=]+|[&=]/g);
      const body = mutantOf(parts, random);
      const type = 'application/x-www-form-urlencoded';
      return { kind: 'fields', path: anyOf(fieldPaths, random), type, body };
    }
    case 3:
    case 4:
    case 5: {
      const body = mutantOf(tokensOf(json, jsonTokens), random);
      const path = anyOf(['/shrink', output], random);
      return { kind: 'json', path, type: 'application/json', body };
    }
    case 6: {
      const body = mutantOf([anyOf(pictures, random)], random);
      return { kind: 'upload', path: '/shrink', type: 'image/png', body };
    }
    case 7: {
      const line = rawRequest.replace('/shrink?a=b', anyOf(targets, random));
      return {
        kind: 'raw',
        path: '',
        type: '',
        body: mutantOf(tokensOf(line, /[^\r\n: ]+|[: ]+|\r\n/g), random),
      };
    }
    case 9:
    case 10:
    case 11: {
      // The body is what hints are made of.
      const body = Buffer.from([random(10), random(10)]).subarray(random(2));
      return { kind: 'address', path: hostileAddress(random), type: '', body };
    }
    case 8:
      return { kind: 'frames', path: '', type: '', body: mutantOf(frameParts(random), random) };
    default: {
      const type =
        random(20) === 0
          ? mutantOf(tokensOf(form, /[^;= ]+|[;= ]/g), random).toString('latin1')
          : form;
      return {
        kind: 'form',
        path: '/web/form',
        type: type.replaceAll(/[^\x20-\x7e]/g, '?'),
        body: mutantOf(formParts(pictures, random), random),
      };
    }
  }
};
