import { setTimeout as pause } from 'node:timers/promises';
import { stateAway } from './away.ts';
import { inTime, Late } from './in-time.ts';
import { createLibraryClient, isReply, type LibraryClient } from './library-client.ts';
import { checkIsPrimary, primaryOf, type RedisAddress } from './primary.ts';

export type RedisOptions = RedisAddress &
  Readonly<{
    /** Longest wait for one answer, and for a connection. */
    deadlineMs: number;
    /** Called with each call's outcome and duration. */
    onCall: (outcome: 'answered' | 'refused' | 'late' | 'cut', ms: number) => void;
    /** Called when the connection is made, and with the reason when it is lost or cannot be made. */
    onChange: (problem: unknown) => void;
  }>;

/** What Redis answers (RESP 2). */
export type Reply = string | number | null | readonly Reply[];

export type Redis = ReturnType<typeof connectRedis>;

const reconnectMs = 100;
const pingMs = 1000;

/**
 * A connection to Redis or Valkey that is made again whenever it is lost. The client library waits without end for
 * a server that does not answer, and keeps commands for a server that is away; both are prevented here. Each
 * connection asks again where the primary is, so that it follows a failover.
 */
export const connectRedis = (options: RedisOptions) => {
  const { deadlineMs, onCall, onChange } = options;
  let isClosed = false;
  let current: Client | undefined;
  let answeredAt = performance.now();
  /** Resolves with the next connection. */
  let connection = Promise.withResolvers<void>();
  const closed = new AbortController();

  const answered = (): void => void (answeredAt = performance.now());

  /** At once: requests from now on wait for the next connection. */
  const lose = (client: Client, reason: unknown): void => {
    if (current === client) {
      current = undefined;
      connection = Promise.withResolvers();
    }
    client.end(reason);
  };

  /**
   * Sends one command. Rejects with `unavailable` at once without a connection, when the connection is lost, and
   * after the deadline. The command may have been carried out all the same, unless Redis refused it. A
   * connection that was late is closed, so that no late answer arrives on it.
   */
  const call = async (...command: string[]): Promise<Reply> => {
    const client = current;
    const startedAt = performance.now();
    const ms = (): number => performance.now() - startedAt;
    if (client === undefined) {
      onCall('cut', 0);
      throw stateAway(new Error('not connected'));
    }
    try {
      const reply = await inTime(client.library.sendCommand<Reply>(command), deadlineMs);
      answered();
      onCall('answered', ms());
      return reply;
    } catch (error) {
      // READONLY: a primary that has become a replica. The name may lead to the new one.
      if (!isReply(error) || isReply(error, 'READONLY')) lose(client, error);
      onCall(error instanceof Late ? 'late' : isReply(error) ? 'refused' : 'cut', ms());
      throw stateAway(error);
    }
  };

  const serve = async (client: Client): Promise<void> => {
    client.library.on('terminated', (reason) => lose(client, reason));
    await inTime(client.library.connect(), deadlineMs);
    // A frozen server lets clients connect, and one that loads its files answers other commands.
    await inTime(client.library.ping(), deadlineMs);
    await inTime(checkIsPrimary(client.library), deadlineMs);
    if (isClosed) throw new Error('closed');
    answered();
    current = client;
    onChange(undefined);
    connection.resolve();
    throw await client.lost;
  };

  const keepConnected = async (): Promise<void> => {
    while (!isClosed) {
      let client: Client | undefined;
      try {
        client = newClient(createLibraryClient(await primaryOf(options, deadlineMs)));
        await serve(client);
      } catch (error) {
        if (!isClosed) onChange(error);
      }
      client?.library.destroy();
      await pause(reconnectMs, undefined, { signal: closed.signal }).catch(() => undefined);
    }
  };

  const keepAsking = async (): Promise<void> => {
    while (!isClosed) {
      await pause(pingMs, undefined, { signal: closed.signal }).catch(() => undefined);
      const client = current;
      if (client === undefined) continue;
      // Each time another word: an answer that is left out or doubled on the way shifts all that come after it.
      const word = String(performance.now());
      const answer = await call('PING', word).catch(() => word);
      if (answer !== word) lose(client, new Error('the answers are not those to the commands'));
    }
  };

  const ending = Promise.all([keepConnected(), keepAsking()]);
  return {
    call,
    /** Resolves when there is a connection, and after the deadline. */
    connected: (): Promise<void> => inTime(connection.promise, deadlineMs).catch(() => undefined),
    isConnected: (): boolean => current !== undefined,
    /** Milliseconds since the last answer. It is asked for one each second. */
    silentMs: (): number => performance.now() - answeredAt,
    close: async (): Promise<void> => {
      isClosed = true;
      closed.abort();
      if (current !== undefined) lose(current, new Error('closed'));
      await ending;
    },
  };
};

type Client = Readonly<{
  library: LibraryClient;
  /** Resolves with the reason when the connection is lost. */
  lost: Promise<unknown>;
  end: (reason: unknown) => void;
}>;

const newClient = (library: LibraryClient): Client => {
  const { promise: lost, resolve: end } = Promise.withResolvers<unknown>();
  return { library, lost, end };
};
