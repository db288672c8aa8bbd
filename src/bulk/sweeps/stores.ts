import type { ObjectStore } from '../../bucket.ts';
import { shown } from '../../schema.ts';
import { mayUse, type StorageSettings } from '../../storage/named-store.ts';
import { folderPrefixOf } from '../../storage/object-path.ts';
import { storePlace } from '../../storage/store-place.ts';
import { areWithin, type FullPlace, refused, type StorePlace, type SweepWishes } from './wishes.ts';

/** The stores of a sweep. */
export type SweptStores = Readonly<{
  source: ObjectStore;
  target: ObjectStore | undefined;
  backup: ObjectStore | undefined;
  close: () => void;
}>;

export type NamedStores = ReturnType<typeof createNamedStores>;

/** The stores of the configuration, as sweeps use them: below their prefixes, with the objects of all accounts. */
export const createNamedStores = (settings: StorageSettings) => {
  const { stores } = settings;

  /** Names of the stores that an account may use. */
  const namesFor = (account: string): readonly string[] =>
    Object.entries(stores).flatMap(([name, store]) => (mayUse(store, account) ? [name] : []));

  const fullPlace = (field: string, { store: name, prefix }: StorePlace, account: string) => {
    const store = Object.hasOwn(stores, name) ? stores[name] : undefined;
    if (store === undefined || !mayUse(store, account)) {
      throw refused(
        `${field}.store: expected the name of a store that this account may use, got ${shown(name)}`,
      );
    }
    const below = folderPrefixOf(prefix ?? '');
    return { place: storePlace(store, settings), prefix: store.prefix + below };
  };

  const placesOf = ({ source, to, backup }: SweepWishes, account: string) => {
    const from = fullPlace('source', source, account);
    const elsewhere = (field: string, place: StorePlace | null | undefined) => {
      if (place === undefined || place === null) return undefined;
      const full = fullPlace(field, place, account);
      if (!areWithin(from, full)) return full;
      throw refused(`${field}: expected a place that the sweep does not look at`);
    };
    return { from, to: elsewhere('to', to), backup: elsewhere('backup', backup) };
  };

  /** Opens the stores of a sweep for an account. Makes no request. @throws ServiceError `bad_request`. */
  const open = async (wishes: SweepWishes, account: string): Promise<SweptStores> => {
    const places = placesOf(wishes, account);
    // With the client libraries of the storages.
    const { openPlace } = await import('../../storage/sweep/open-store.ts');
    const opened: ObjectStore[] = [];
    const opening = async (place: FullPlace) => {
      const store = await openPlace({ ...place, keepsAcl: wishes.noAcl !== true });
      opened.push(store);
      return store;
    };
    return {
      source: await opening(places.from),
      target: places.to && (await opening(places.to)),
      backup: places.backup && (await opening(places.backup)),
      close: () => opened.forEach((store) => store.close()),
    };
  };

  return { namesFor, open };
};
