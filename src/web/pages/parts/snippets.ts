import { certificateName } from './certificate.ts';

/** What the examples are filled in with. */
export type SnippetOptions = Readonly<{
  /** Address of the service without a slash at its end. */
  url: string;
  key: string;
  /** Whether programs have to be given the certificate of the service; else a public authority has signed it. */
  hasOwnCertificate: boolean;
}>;

export type Snippet = Readonly<{ id: string; label: string; code: string }>;

/** Examples that compress `photo.jpg` to `compressed.jpg`, with the published client of each language. */
export const snippetsOf = (options: SnippetOptions): readonly Snippet[] => {
  const { url, key, hasOwnCertificate: isOwn } = options;
  return [
    snippet('curl', 'curl', curlSnippet(options)),
    snippet(
      'node',
      'Node.js',
      '// npm install tinify, and save this as compress.mjs',
      isOwn && "import { readFileSync } from 'node:fs';",
      "import tinify from 'tinify';",
      '',
      `tinify.Client.API_ENDPOINT = '${url}';`,
      isOwn && `tinify.Client.CA_BUNDLE = readFileSync('${certificateName}', 'utf8');`,
      `tinify.key = '${key}';`,
      "await tinify.fromFile('photo.jpg').toFile('compressed.jpg');",
    ),
    snippet(
      'php',
      'PHP',
      '<?php // composer require tinify/tinify',
      "require 'vendor/autoload.php';",
      '',
      String.raw`class ShrinkdClient extends \Tinify\Client {`,
      '    function request($method, $url, $body = null) {',
      "        $isWhole = strtolower(substr($url, 0, 6)) === 'https:';",
      `        return parent::request($method, $isWhole ? $url : '${url}' . $url, $body);`,
      '    }',
      '}',
      '',
      String.raw`\Tinify\setKey('${key}');`,
      `$client = new ShrinkdClient('${key}');`,
      isOwn && String.raw`$options = new ReflectionProperty(\Tinify\Client::class, 'options');`,
      isOwn &&
        `$options->setValue($client, [CURLOPT_CAINFO => '${certificateName}'] + $options->getValue($client));`,
      String.raw`\Tinify\Tinify::setClient($client);`,
      String.raw`\Tinify\fromFile('photo.jpg')->toFile('compressed.jpg');`,
    ),
    snippet(
      'python',
      'Python',
      '# pip install tinify',
      'import tinify',
      '',
      `tinify.Client.API_ENDPOINT = "${url}"`,
      `tinify.key = "${key}"`,
      isOwn && `tinify.get_client().session.verify = "${certificateName}"`,
      // Else the environment variable REQUESTS_CA_BUNDLE takes precedence.
      isOwn && 'tinify.get_client().session.trust_env = False',
      'tinify.from_file("photo.jpg").to_file("compressed.jpg")',
    ),
    snippet(
      'ruby',
      'Ruby',
      '# gem install tinify',
      'require "tinify"',
      '',
      'Tinify::Client.send(:remove_const, :API_ENDPOINT)',
      `Tinify::Client::API_ENDPOINT = "${url}"`,
      isOwn && 'Tinify::Client.send(:remove_const, :CA_BUNDLE)',
      isOwn && `Tinify::Client::CA_BUNDLE = "${certificateName}"`,
      `Tinify.key = "${key}"`,
      'Tinify.from_file("photo.jpg").to_file("compressed.jpg")',
    ),
  ];
};

/** An example of these lines, without those that only a certificate of the service's own needs. */
export const snippet = (
  id: string,
  label: string,
  ...lines: readonly (string | false)[]
): Snippet => ({ id, label, code: lines.filter((line) => line !== false).join('\n') });

/** Commands for a shell. curl has a variable for a header from 7.84 on; Ubuntu 22.04 has an older one. */
export const curlSnippet = ({ url, key, hasOwnCertificate }: SnippetOptions): string => {
  const trust = hasOwnCertificate ? ` --cacert ${certificateName}` : '';
  const curl = `curl${trust} --user api:${key}`;
  return [
    `location=$(${curl} --data-binary @photo.jpg \\`,
    `  --silent --show-error --output /dev/null --dump-header - ${url}/shrink |`,
    String.raw`  grep -i '^location:' | tr -d '\r' | cut -d ' ' -f 2)`,
    `${curl} --output compressed.jpg "$location"`,
  ].join('\n');
};
