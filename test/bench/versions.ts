import { parseArgs } from 'node:util';

/** A version of the service that is measured: that of another project's folder, or this one; and its flags. */
export type Version = Readonly<{
  name: string;
  project: string | undefined;
  flags: readonly string[];
}>;

/**
 * This version, with the flags that follow `--`, and with `--against PROJECT`, that of another checkout, which
 * is set up. They take turns, so that what else the machine does falls on both.
 */
export const versionsOf = (options: readonly string[]): readonly Version[] => {
  const { values, positionals } = parseArgs({
    args: [...options],
    options: { against: { type: 'string' } },
    allowPositionals: true,
  });
  const own = { name: 'service', project: undefined, flags: positionals };
  return values.against === undefined
    ? [own]
    : [own, { name: `service of ${values.against}`, project: values.against, flags: [] }];
};
