/** Commands that a test cannot run as they stand, by their beginning, each with the reason. */
export const notRun: readonly (readonly [start: string, why: string])[] = [
  ['docker ', 'needs an engine for containers; test/container/run builds the image and runs it'],
  ['bin/test', 'is what runs this test'],
  ['SHRINKD_MUTANTS=', 'is what runs this test, with more answers'],
  ['npm run ', 'writes into the checkout'],
  [
    'curl --user api:YOUR_KEY https://images.example.com/sweeps',
    'needs a bucket; test/e2e/sweeps.test.ts asks a service for sweeps',
  ],
  ['curl --request DELETE', 'needs sources; test/e2e/delivery-purge.test.ts purges results'],
  ['shrinkd sweep', 'needs a bucket of Amazon; test/bulk/sweep runs sweeps against a server of S3'],
];

/**
 * Code blocks that are neither commands nor JSON, by page, language and beginning: the test that works with the block,
 * or why none does.
 */
export const otherBlocks: readonly (readonly [
  page: string,
  language: string,
  start: string,
  where: string,
])[] = [
  ['README.md', 'js', 'import', 'test/support/docs/client-programs.ts'],
  ['README.md', 'python', 'import', 'test/support/docs/client-programs.ts'],
  ['docs/clients.md', 'php', 'class', 'test/support/docs/client-programs.ts'],
  ['docs/clients.md', 'python', 'tinify', 'test/support/docs/client-programs.ts'],
  ['docs/clients.md', 'ruby', 'Tinify', 'test/support/docs/client-programs.ts'],
  ['docs/clients.md', 'java', 'HttpUrl', 'test/support/docs/client-programs.ts'],
  ['docs/clients.md', 'csharp', 'Tinify.Key', 'test/support/docs/client-programs.ts'],
  ['docs/clients.md', 'js', 'const tinify', 'test/support/docs/client-programs.ts'],
  ['docs/clients.md', 'go', 'type', 'test/support/docs/client-programs.ts'],
  ['docs/clients.md', 'php', '<?php', 'test/support/docs/client-programs.ts'],
  ['docs/delivery.md', 'text', 'https://', 'test/docs/delivery.test.ts'],
  ['docs/delivery.md', 'text', '/PREFIX', 'is the form of an address and no address'],
  ['docs/delivery.md', 'js', 'const path', 'test/docs/delivery.test.ts'],
  ['docs/questions.md', 'text', 'images.example.org {', 'test/e2e/docs/proxies.test.ts'],
  ['docs/scaling.md', 'text', 'ACL SETUSER', 'test/state/reach.test.ts'],
  ['docs/web.md', '', 'Set up:', 'test/e2e/docs/commands.test.ts'],
];
