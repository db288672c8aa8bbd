import type { Accounts } from '../accounts/accounts.ts';
import { dataPaths } from '../data/data-folder.ts';
import { serviceAddressOf } from '../data/service-address.ts';
import { StartError } from '../errors.ts';
import type { AccountChange } from './account-changes.ts';
import type { CommandLine } from './command.ts';
import { loadSettings } from './load-settings.ts';
import { print, printOnce } from './print.ts';
import { tableOf } from './table.ts';

/** `shrinkd account link ACCOUNT`: prints an address that signs in once. */
export const signInLink: AccountChange = async (accounts, id, line) => {
  const { config } = loadSettings(line);
  if (!config.web.enabled) {
    throw new StartError('There are no pages to sign in to: web.enabled is false.');
  }
  const address = await serviceAddressOf(config.publicUrl, dataPaths(config.dataDir));
  const added = await accounts.addLink({ kind: 'signin', accountId: id });
  const { expiresAt } = added.link;
  const url = `${address}/link?token=${added.token}`;
  const sentence = `This address signs in to account ${id} once, until ${expiresAt}:\n\n  ${url}\n`;
  const remedy = `The address that signs in to account ${id} was not shown. The same command makes another.`;
  return printOnce(line, { url, expiresAt }, sentence, remedy);
};

/** `shrinkd account links`: invitations and sign-in links that still work. */
export const listLinks = async (accounts: Accounts, line: CommandLine): Promise<number> => {
  const links = await accounts.links();
  const rows = links.map((link) => [
    link.id,
    link.kind === 'invite' ? 'invitation' : 'sign-in',
    link.accountId ?? link.email ?? 'any person',
    link.role,
    link.createdBy ?? 'the command line',
    link.expiresAt,
  ]);
  return print(
    line,
    links,
    tableOf([['id', 'kind', 'for', 'role', 'made by', 'expires'], ...rows]),
  );
};

/** `shrinkd account revoke LINK`: ends one of them. */
export const revokeLink = async (
  accounts: Accounts,
  id: string,
  line: CommandLine,
): Promise<number> => {
  await accounts.revokeLink(id);
  return print(line, { id }, `Link ${id} is revoked.`);
};
