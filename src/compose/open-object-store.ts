import { StartError } from '../errors.ts';
import { StorageFailure } from '../storage/object-client.ts';
import type { StoreOptions } from '../storage/sweep/open-store.ts';

/** The objects at an address, for commands. @throws StartError where address or credentials cannot be used. */
export const openObjectStore = async (options: StoreOptions) => {
  const { openStore } = await import('../storage/sweep/open-store.ts');
  return openStore(options);
};

/** Runs a command on a bucket. @throws StartError that says what the storage has refused. */
export const withStorage = async (work: () => Promise<number>): Promise<number> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageFailure) throw new StartError(error.message, 1, error);
    throw error;
  }
};
