/** Traces of requests. Spans have names, times, ids of requests and accounts, and never keys, addresses or names of files. */
export type Tracing = Readonly<{
  /** Begins the span of a request. */
  begin: (request: TracedRequest) => RequestSpan;
  /** Runs work in a span below the one it is called in. Where there is none, the work is just run. */
  span: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Adds a span of work that is done, below the one it is called in. */
  record: (done: DoneWork) => void;
  /** Sends what waits. Resolves after 3 seconds at the latest. */
  close: () => Promise<void>;
}>;

type TracedRequest = Readonly<{
  requestId: string;
  method: string;
  route: string;
  /** The header; empty where the request has none. */
  traceparent: string;
}>;

export type RequestSpan = Readonly<{
  /** 32 hexadecimal digits; undefined where it is not recorded. */
  traceId: string | undefined;
  /** For the answer (W3C Trace Context, Level 2: `traceresponse`). */
  traceresponse: string;
  /** What is called within gets spans below this one. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
  /** `status`: undefined where the client left. */
  end: (status: number | undefined, accountId: string | undefined) => void;
}>;

type Attributes = Readonly<Record<string, string | number>>;

type DoneWork = Readonly<{
  name: string;
  ms: number;
  /** How long ago it ended; 0 by default. */
  endedMsAgo?: number;
  attributes?: Attributes;
  isFailure?: boolean;
}>;
