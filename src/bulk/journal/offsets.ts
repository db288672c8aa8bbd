import { hash } from 'node:crypto';

const firstSlots = 1024;
const free = -1;

/**
 * Where in a file the last record of each key begins, in 16 bytes of memory for each, of which half may be free. Keys
 * are known by 64 bits of their digest, so a reader compares the key that it finds there.
 */
export const createOffsets = () => {
  let slots = firstSlots;
  let digests = new Uint32Array(2 * slots);
  let offsets = new Float64Array(slots).fill(free);
  let used = 0;

  /** The slot of a digest, or the free one in which it belongs. */
  const slotOf = (high: number, low: number): number => {
    let slot = low & (slots - 1);
    while (
      offsets[slot] !== free &&
      (digests[2 * slot] !== high || digests[2 * slot + 1] !== low)
    ) {
      slot = (slot + 1) & (slots - 1);
    }
    return slot;
  };

  const put = (high: number, low: number, offset: number): void => {
    const slot = slotOf(high, low);
    if (offsets[slot] === free) used += 1;
    digests[2 * slot] = high;
    digests[2 * slot + 1] = low;
    offsets[slot] = offset;
  };

  const grow = (): void => {
    const [oldDigests, oldOffsets] = [digests, offsets];
    slots *= 2;
    digests = new Uint32Array(2 * slots);
    offsets = new Float64Array(slots).fill(free);
    used = 0;
    oldOffsets.forEach((offset, slot) => {
      if (offset !== free) put(oldDigests[2 * slot] ?? 0, oldDigests[2 * slot + 1] ?? 0, offset);
    });
  };

  const set = (key: string, offset: number): void => {
    if (2 * used >= slots) grow();
    put(...digestOf(key), offset);
  };

  const get = (key: string): number | undefined => {
    const offset = offsets[slotOf(...digestOf(key))];
    return offset === free ? undefined : offset;
  };

  return { set, get, /** Number of keys. */ size: () => used };
};

const digestOf = (key: string): readonly [high: number, low: number] => {
  const digest = hash('md5', Buffer.from(key, 'latin1'), 'buffer');
  return [digest.readUInt32LE(0), digest.readUInt32LE(4)];
};
