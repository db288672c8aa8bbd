/** A header line with a length, or with a list of equal ones. */
const lengthLine = /^content-length:[ \t]*(\d+)(?:[ \t]*,[ \t]*\1)*[ \t]*\r?\n$/i;

/** A line that is longer holds no length, so its beginning need not be kept until its end has arrived. */
const maxKeptBytes = 256;

/**
 * Removes repeated equal Content-Length headers from the bytes of an answer, chunk by chunk. A recipient may take them
 * as one (RFC 9110 section 8.6), as curl and browsers do, but Node's parser refuses them. Different lengths are left
 * for the parser to refuse. What follows the last head is not changed.
 */
export const createLengthFilter = (): ((chunk: Buffer) => Buffer) => {
  let isHead = true;
  let isInformational = false;
  let length: string | undefined;
  let begun = Buffer.alloc(0);

  /** The line as the parser gets it. */
  const filtered = (line: Buffer): Buffer => {
    const text = line.toString('latin1');
    const status = /^HTTP\/1\.\d (\d)\d\d/i.exec(text)?.[1];
    if (status !== undefined) isInformational = status === '1';
    if (text.trim() === '') isHead = isInformational;
    const found = lengthLine.exec(text)?.[1];
    if (found === undefined) return line;
    if (found === length) return Buffer.alloc(0);
    length = found;
    return Buffer.from(`Content-Length: ${found}\r\n`);
  };

  return (chunk) => {
    if (!isHead) return chunk;
    const bytes = Buffer.concat([begun, chunk]);
    const kept: Buffer[] = [];
    let at = 0;
    while (isHead && bytes.includes('\n', at)) {
      const end = bytes.indexOf('\n', at) + 1;
      kept.push(filtered(bytes.subarray(at, end)));
      at = end;
    }
    begun = isHead && bytes.length - at <= maxKeptBytes ? bytes.subarray(at) : Buffer.alloc(0);
    return Buffer.concat([...kept, bytes.subarray(at, bytes.length - begun.length)]);
  };
};
