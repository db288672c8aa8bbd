import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../errors.ts';

/** Servers send one or two: 100, 103, or repeated 102 (RFC 9110 section 15.2, RFC 8297). */
const maxInformational = 10;

/** Status lines, headers, trailers, and the sizes and extensions of chunks (RFC 9112 section 7.1). */
const maxOverheadBytes = 128 * 1024;

/** Overhead that each byte of the file allows. Chunks of some 100 bytes are still accepted. */
const overheadPerBodyByte = 1 / 16;

/**
 * Node's HTTP parser calls back for each message and chunk in its input, even after the connection was
 * destroyed. One read of a socket can hold thousands, so the parser gets small pieces.
 */
const smallPieceBytes = 4096;

export type Overhead = ReturnType<typeof createOverhead>;

/**
 * Limits the work of parsing what is not the file: an informational response, a header or a chunk of one
 * byte takes the event loop as long as kilobytes of a body.
 */
export const createOverhead = () => {
  let informational = 0;
  let earlierBytes = 0;
  let problem: ServiceError | undefined;
  let hop = newHop();

  /** Adds bytes that the parser has been given. */
  const received = (bytes: number): void => {
    const bodyBytes = bodyBytesOf(hop);
    hop.receivedBytes += bytes;
    hop.overheadBytes = hop.receivedBytes - bodyBytes;
    if (earlierBytes + hop.overheadBytes > maxOverheadBytes + bodyBytes * overheadPerBodyByte) {
      problem ??= refusal(`Server sent more than ${maxOverheadBytes} bytes besides the file`);
    }
  };
  return {
    /** Begins the next hop, which has a connection of its own. */
    startHop: (): void => {
      earlierBytes += hop.overheadBytes;
      hop = newHop();
    },
    // The bytes of a body without chunks cause one callback, whatever their number.
    /** The most bytes that the parser may be given at once. */
    pieceBytes: (): number => Math.max(smallPieceBytes, plainBytesLeft(hop)),
    received,
    /** Adds an informational (1xx) answer. */
    informational: (): void => {
      informational += 1;
      if (informational > maxInformational) {
        problem ??= refusal('Server sent too many informational responses');
      }
    },
    /** Sets the response whose body the following bytes belong to. */
    answered: (response: IncomingMessage): void => void (hop.response = response),
    /** Adds bytes that were read of that body. */
    bodyRead: (bytes: number): void => void (hop.readBytes += bytes),
    /** Why the connection must be closed; undefined while there is no reason. */
    problem: (): ServiceError | undefined => problem,
  };
};

type Hop = {
  response: IncomingMessage | undefined;
  receivedBytes: number;
  readBytes: number;
  overheadBytes: number;
};

const newHop = (): Hop => ({
  response: undefined,
  receivedBytes: 0,
  readBytes: 0,
  overheadBytes: 0,
});

const bodyBytesOf = ({ readBytes, response }: Hop): number =>
  readBytes + (response?.readableLength ?? 0);

/** Bytes that remain of a body without chunks; Infinity where the connection's end is the body's end. */
const plainBytesLeft = (hop: Hop): number => {
  const headers = hop.response?.headers;
  if (headers === undefined || headers['transfer-encoding'] !== undefined) return 0;
  const length = headers['content-length'];
  return length === undefined ? Infinity : Number(length) - bodyBytesOf(hop);
};

const refusal = (message: string): ServiceError => new ServiceError('source_not_found', message);
