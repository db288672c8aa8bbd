/** The entries of an archive whose files are stored as they are, by name (APPNOTE.TXT, section 4.3). */
export const storedEntries = (archive: Buffer): ReadonlyMap<string, Buffer> => {
  const entries = new Map<string, Buffer>();
  const end = archive.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  let at = archive.readUInt32LE(end + 16);
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    if (method !== 0) throw new Error(`entry at ${at} is compressed by method ${method}`);
    const lengths = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const name = archive.toString('utf8', at + 46, at + 46 + lengths[0]!);
    const header = archive.readUInt32LE(at + 42);
    const start =
      header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    entries.set(name, archive.subarray(start, start + size));
    at += 46 + lengths.reduce((sum, length) => sum + length, 0);
  }
  return entries;
};
