import { snippet, type Snippet } from './snippets.ts';

/** What the examples are filled in with. */
type AddressSnippetOptions = Readonly<{
  /** Address of the service with the prefix. */
  url: string;
  /** Hexadecimal digits. */
  key: string;
  salt: string;
}>;

/** The picture of the examples. */
const path = '/rs:fill:300:200/plain/https://cdn.example/photo.jpg@webp';

/** Examples that sign an address and print it, with what each language brings. */
export const addressSnippetsOf = ({
  url,
  key,
  salt,
}: AddressSnippetOptions): readonly Snippet[] => [
  snippet(
    'address-shell',
    'Shell',
    `path='${path}'`,
    `signature=$({ printf %s '${salt}' | tr a-f A-F | basenc --base16 -d; printf %s "$path"; } |`,
    `  openssl dgst -sha256 -mac HMAC -macopt hexkey:${key} -binary | basenc --base64url | tr -d =)`,
    `echo "${url}/$signature$path"`,
  ),
  snippet(
    'address-node',
    'Node.js',
    "import { createHmac } from 'node:crypto';",
    '',
    `const path = '${path}';`,
    `const hmac = createHmac('sha256', Buffer.from('${key}', 'hex'));`,
    `hmac.update(Buffer.from('${salt}', 'hex')).update(path);`,
    `console.log(\`${url}/\${hmac.digest('base64url')}\${path}\`);`,
  ),
  snippet(
    'address-php',
    'PHP',
    '<?php',
    `$path = '${path}';`,
    `$digest = hash_hmac('sha256', hex2bin('${salt}') . $path, hex2bin('${key}'), true);`,
    "$signature = rtrim(strtr(base64_encode($digest), '+/', '-_'), '=');",
    `echo '${url}/', $signature, $path, "\\n";`,
  ),
  snippet(
    'address-python',
    'Python',
    'import base64, hashlib, hmac',
    '',
    `path = "${path}"`,
    `signed = bytes.fromhex("${salt}") + path.encode()`,
    `digest = hmac.new(bytes.fromhex("${key}"), signed, hashlib.sha256).digest()`,
    'signature = base64.urlsafe_b64encode(digest).decode().rstrip("=")',
    `print(f"${url}/{signature}{path}")`,
  ),
  snippet(
    'address-ruby',
    'Ruby',
    'require "openssl"',
    '',
    `path = "${path}"`,
    `key, salt = ["${key}", "${salt}"].map { |digits| [digits].pack("H*") }`,
    'digest = OpenSSL::HMAC.digest("SHA256", key, salt + path)',
    'signature = [digest].pack("m0").tr("+/", "-_").delete("=")',
    `puts "${url}/#{signature}#{path}"`,
  ),
];
