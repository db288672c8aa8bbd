import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../errors.ts';

/** Counts what the responses to one fetch carry besides the file, over all its hops. */
export type Overhead = Readonly<{
  /** Begins the next hop; its connection is the only one from now on. */
  startHop: () => void;
  /** The most bytes that the parser may be given at once. */
  pieceBytes: () => number;
  /** Adds bytes that the parser has been given. */
  received: (bytes: number) => void;
  /** Adds an informational (1xx) answer. */
  informational: () => void;
  /** Names the answer whose unread bytes are of its body. */
  answered: (response: IncomingMessage) => void;
  /** Adds bytes that were read of that body. */
  bodyRead: (bytes: number) => void;
  /** Why the connection must be closed, as soon as there is a reason. */
  problem: () => ServiceError | undefined;
}>;

/** Servers send one or two: 100, 103 or, from time to time, 102 (RFC 9110 section 15.2, RFC 8297). */
const maxInformational = 10;

/** Status lines, headers, trailers, and the sizes and extensions of chunks (RFC 9112 section 7.1). */
const maxOverheadBytes = 64 * 1024;

/** A file may have this much more for each of its bytes: chunks of some 100 bytes still pass. */
const overheadPerBodyByte = 1 / 16;

/**
 * Node's HTTP parser calls back for each message and each chunk in the bytes it is given, whatever is done
 * meanwhile, and a read from a socket holds thousands. So it is given little at once.
 */
const smallPieceBytes = 4096;

/**
 * Limits what an origin can make the service parse without sending a file: each informational response,
 * header or chunk of one byte costs the event loop as much as kilobytes of a body.
 */
export const createOverhead = (): Overhead => {
  let informational = 0;
  let earlierBytes = 0;
  let problem: ServiceError | undefined;
  let hop = newHop();

  const received = (bytes: number): void => {
    const bodyBytes = bodyBytesOf(hop);
    hop.receivedBytes += bytes;
    hop.overheadBytes = hop.receivedBytes - bodyBytes;
    if (earlierBytes + hop.overheadBytes > maxOverheadBytes + bodyBytes * overheadPerBodyByte) {
      problem ??= refusal(`Server sent more than ${maxOverheadBytes} bytes besides the file`);
    }
  };
  return {
    startHop: () => {
      earlierBytes += hop.overheadBytes;
      hop = newHop();
    },
    // Bytes of a body that has no chunks are one call back, however many they are.
    pieceBytes: () => Math.max(smallPieceBytes, plainBytesLeft(hop)),
    received,
    informational: () => {
      informational += 1;
      if (informational > maxInformational) {
        problem ??= refusal('Server sent too many informational responses');
      }
    },
    answered: (response) => (hop.response = response),
    bodyRead: (bytes) => (hop.readBytes += bytes),
    problem: () => problem,
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

/** Bytes that are still to come of a body without chunks: Infinity where its end is the connection's. */
const plainBytesLeft = (hop: Hop): number => {
  const headers = hop.response?.headers;
  if (headers === undefined || headers['transfer-encoding'] !== undefined) return 0;
  const length = headers['content-length'];
  return length === undefined ? Infinity : Number(length) - bodyBytesOf(hop);
};

const refusal = (message: string): ServiceError => new ServiceError('source_not_found', message);
