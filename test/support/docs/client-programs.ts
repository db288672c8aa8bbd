import { blockOf, root } from './code-blocks.ts';
import { netCommand, netOf } from './net-program.ts';

/** A program that compresses `photo.jpg` to `smaller.jpg`, with an example of a page as it stands. */
type ClientProgram = Readonly<{
  title: string;
  /** A command that fails where the language is not here. */
  probe: string;
  /** Whether bin/setup installs it for the tests. */
  isSetUp: boolean;
  file: string;
  text: string;
  command: string;
}>;

const page = 'docs/clients.md';
const fixtures = `${root}test/fixtures`;
const jars = ['okhttp', 'okio', 'gson'].map((name) => `/usr/share/java/${name}.jar`);

const phpOf = (files: readonly string[], block: string): string => `<?php
${files.map((name) => `require '${name}';`).join('\n')}
$key = 'YOUR_KEY';
${block}
\\Tinify\\fromFile('photo.jpg')->toFile('smaller.jpg');
`;

/** Go has statements in functions alone: the last one of the block goes into the first. */
const goOf = (block: string): string => {
  const [, types = '', last = ''] = /^([\s\S]*\n)(http\.[^\n]*\n)$/.exec(block) ?? [];
  return `package main
import ("net/http"; "tinify-go/tinify")
${types}
func main() {
  ${last}
  Tinify.SetKey("YOUR_KEY")
  source, err := Tinify.FromFile("photo.jpg")
  if err != nil { panic(err) }
  if err = source.ToFile("smaller.jpg"); err != nil { panic(err) }
}`;
};

const javaOf = (block: string): string => `
import com.tinify.*;
import java.lang.reflect.Field;
import okhttp3.*;

public class Compress {
  public static void main(String[] args) throws Throwable {
    String key = "YOUR_KEY";
    ${block}
    Tinify.fromFile("photo.jpg").toFile("smaller.jpg");
    System.exit(0); // The threads of its HTTP client would wait for a minute.
  }
}`;

/** The examples, each with what a program has around them: imports, the key, and a picture to compress. */
export const clientPrograms: readonly ClientProgram[] = [
  {
    title: 'Node.js, in README.md',
    probe: 'node --version',
    isSetUp: true,
    file: 'readme.mjs',
    text: blockOf('README.md', 'js'),
    command: 'node readme.mjs',
  },
  {
    title: 'Node.js',
    probe: 'node --version',
    isSetUp: true,
    file: 'compress.cjs',
    text: `const fs = require('fs');
const key = 'YOUR_KEY';
${blockOf(page, 'js')}
tinify.fromFile('photo.jpg').toFile('smaller.jpg');`,
    command: 'node compress.cjs',
  },
  {
    title: 'Python, in README.md',
    probe: '/usr/bin/python3 -c "import requests"',
    isSetUp: true,
    file: 'readme.py',
    text: blockOf('README.md', 'python'),
    command: `PYTHONPATH=${fixtures}/tinify-python /usr/bin/python3 -B readme.py`,
  },
  {
    title: 'Python',
    probe: '/usr/bin/python3 -c "import requests"',
    isSetUp: true,
    file: 'compress.py',
    text: `import tinify
key = "YOUR_KEY"
${blockOf(page, 'python')}
tinify.from_file("photo.jpg").to_file("smaller.jpg")`,
    command: `PYTHONPATH=${fixtures}/tinify-python /usr/bin/python3 -B compress.py`,
  },
  {
    title: 'PHP',
    probe: 'php -r "curl_version();"',
    isSetUp: true,
    file: 'compress.php',
    text: phpOf(
      ['Exception', 'ResultMeta', 'Result', 'Source', 'Client']
        .map((name) => `Tinify/${name}`)
        .concat('Tinify')
        .map((name) => `${fixtures}/tinify-php/lib/${name}.php`),
      blockOf(page, 'php', 'ReflectionProperty'),
    ),
    command: 'php compress.php',
  },
  {
    title: 'PHP in WordPress, whose plugin sends as its library does',
    probe: 'php -r "curl_version();"',
    isSetUp: true,
    file: 'mu-plugins/shrinkd-client.php',
    text: blockOf(page, 'php', '<?php'),
    command: `php -r 'require "mu-plugins/shrinkd-client.php"; Tinify\\setKey("YOUR_KEY");
      Tinify\\fromFile("photo.jpg")->toFile("smaller.jpg");'`,
  },
  {
    title: 'Ruby',
    probe: 'ruby -rhttpclient -e 1',
    isSetUp: true,
    file: 'compress.rb',
    text: `require "tinify"
${blockOf(page, 'ruby')}
Tinify.key = "YOUR_KEY"
Tinify.from_file("photo.jpg").to_file("smaller.jpg")`,
    command: `ruby -I ${fixtures}/tinify-ruby/lib compress.rb`,
  },
  {
    title: 'Java',
    probe: `javac --version && ls ${jars.join(' ')}`,
    isSetUp: false,
    file: 'Compress.java',
    text: javaOf(blockOf(page, 'java')),
    // The certificate is read from the class path.
    command: `mkdir -p classes && cp /path/to/cert.pem classes/cacert.pem &&
      javac -nowarn -d classes -cp ${jars.join(':')} Compress.java \\
        ${fixtures}/tinify-java/src/main/java/com/tinify/*.java &&
      java -cp classes:${jars.join(':')} Compress`,
  },
  {
    title: '.NET',
    probe: 'mcs --version && ls /usr/lib/mono/4.5/System.Net.Http.dll',
    isSetUp: true,
    file: 'Compress.cs',
    text: netOf(blockOf(page, 'csharp')),
    command: netCommand('Compress.cs'),
  },
  {
    title: 'Go',
    probe: 'go version',
    isSetUp: false,
    file: 'tinify-go/main.go',
    text: goOf(blockOf(page, 'go')),
    command: `cp -r ${fixtures}/tinify-go/tinify tinify-go/ && cd tinify-go &&
      printf 'module tinify-go\\n' >go.mod && go build -o ../compress-go main.go; cd .. &&
      SSL_CERT_FILE=/path/to/cert.pem ./compress-go`,
  },
];
