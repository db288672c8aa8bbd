// Makes the secrets of compose.cluster.yaml in the folder `secrets` of VOLUMES, at the first start, and tells the first
// node that no service has used them yet. The folders are then given to the user of the containers, where this runs as
// root.
import { randomBytes } from 'node:crypto';
import { chown, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'selfsigned';

const user = 1000;
const certificateDays = 824;
const volumes = process.env['VOLUMES'] ?? '/volumes';
const secrets = join(volumes, 'secrets');

/** Letters and digits. */
const newPassword = (): string => randomBytes(24).toString('hex');

const makeSecrets = async (): Promise<Readonly<Record<string, string | Buffer>>> => {
  const { hostname } = new URL(process.env['SHRINKD_PUBLIC_URL'] || 'https://localhost');
  const password = newPassword();
  const notAfterDate = new Date(Date.now() + certificateDays * 86_400_000);
  const { cert, private: key } = await generate([{ name: 'commonName', value: hostname }], {
    ...{ keyType: 'ec', algorithm: 'sha256', notAfterDate },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: hostname }] },
    ],
  });
  const s3 = { accessKeyId: newPassword(), secretAccessKey: newPassword() };
  return {
    redis: password,
    'redis.conf': `requirepass ${password}\n`,
    's3.json': JSON.stringify(s3),
    'cert.pem': cert,
    'haproxy.pem': `${cert}\n${key}\n`,
    // Last, since it marks the others as complete.
    'secret.key': randomBytes(32),
  };
};

const give = async (path: string): Promise<void> => {
  if (process.getuid?.() === 0) await chown(path, user, user);
};

if (!(await readdir(secrets)).includes('secret.key')) {
  // Without it the start would be refused: an empty Redis with a secret that is there looks like a loss.
  const state = join(volumes, 'node1/state.json');
  await writeFile(state, '{"version":1,"firstStart":"under way"}\n');
  await give(state);
  for (const name of await readdir(volumes)) {
    if (name !== 'secrets') await give(join(volumes, name));
  }
  for (const [name, content] of Object.entries(await makeSecrets())) {
    const file = join(secrets, name);
    // Of a start that was interrupted.
    await rm(file, { force: true });
    await writeFile(file, content, { mode: 0o400 });
    await give(file);
  }
  console.log('the secrets have been made');
}
