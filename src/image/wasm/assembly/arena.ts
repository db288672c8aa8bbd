/** Memory above the module's own data, given out in turn, and taken back all at once by `clearArena`. */
let end: usize = __heap_base;
let hasRoom: bool = true;

export function clearArena(): void {
  end = __heap_base;
  hasRoom = true;
}

/** The address of `bytes` bytes on a boundary of 16. They hold what was left there. */
export function take(bytes: usize): usize {
  const address = (end + 15) & ~15;
  end = address + bytes;
  const size = (<usize>memory.size()) << 16;
  if (end > size && memory.grow(<i32>((end - size + 0xffff) >> 16)) < 0) hasRoom = false;
  return address;
}

/** Whether all that was taken lies in memory. What does not must not be used. */
export function arenaHasRoom(): bool {
  return hasRoom;
}
