import { StoreError } from '../books/index.ts';
import type { MachineClock } from '../clock/index.ts';

/** The caller knows the type of the reply of each command. */
export type Reply = string | number | null | readonly Reply[];

/** Valkey may or may not have run the command. */
class NoReply extends Error {
  override readonly name = 'NoReply';
}

interface ConnectionOptions {
  readonly url: string;
  /** Without the password, for messages. */
  readonly where: string;
  readonly machine: MachineClock;
  /** The maximum time for a reply, in milliseconds. */
  readonly replyTime: number;
}

/** As a multiple of the time for a reply, because Valkey can start at the same time. */
const firstConnection = 5 / 3;
const maxPause = 500; // milliseconds

/**
 * Connects again after every failure. Without a connection, a command fails at once. A command without a reply in time closes the
 * connection, because the network can have dropped the command.
 */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #create: CreateClient;
  #client: Client;
  #subscriber: Promise<Client> | undefined;
  readonly #listeners = new Set<() => void>();
  #isClosed = false;
  #lastError: unknown;

  private constructor(options: ConnectionOptions, create: CreateClient) {
    this.#options = options;
    this.#create = create;
    this.#client = this.#newClient();
  }

  static async open(options: ConnectionOptions): Promise<Connection> {
    const { createClient } = await loadClient();
    const connection = new Connection(options, createClient);
    try {
      await connection.#connectFirst();
    } catch (error) {
      connection.close();
      throw connection.#unavailable(error);
    }
    return connection;
  }

  /** Throws a StoreError (`unavailable`) when the command certainly had no effect, and a NoReply when it may have had one. */
  async run(command: readonly string[]): Promise<Reply> {
    const client = this.#client;
    if (!client.isReady) throw this.#unavailable(this.#lastError);
    const { replyTime } = this.#options;
    try {
      return await this.#within(replyTime, client.sendCommand<Reply>(command), () => {
        if (this.#client === client) this.#reconnect();
        return new NoReply(`no reply within ${replyTime / 1_000} s`);
      });
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /** For a command that changes no sandbox, so a missing reply is not uncertain. */
  read(command: readonly string[]): Promise<Reply> {
    return this.run(command).catch(error => {
      throw this.#storeError(error, 'unavailable', `does not answer: ${error.message}`);
    });
  }

  change(script: string, args: readonly string[]): Promise<Reply> {
    return this.run(['EVAL', script, '0', ...args]).catch(error => {
      throw this.#storeError(error, 'uncertain', 'did not confirm a write');
    });
  }

  #storeError(error: unknown, code: StoreError['code'], what: string): unknown {
    if (!(error instanceof NoReply)) return error;
    return new StoreError(code, `${this.#options.where} ${what}`, { cause: error });
  }

  /** Calls the listener for each message on a channel, and after each new connection, because messages can be missing. */
  async watch(channel: string, listener: () => void): Promise<() => void> {
    this.#subscriber ??= this.#newSubscriber();
    const subscriber = await this.#subscriber;
    await subscriber.subscribe(channel, listener);
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      subscriber.unsubscribe(channel, listener).catch(() => {});
    };
  }

  async #newSubscriber(): Promise<Client> {
    const subscriber = clientWith(this.#create, this.#options);
    subscriber.on('error', () => {}); // the client connects again
    subscriber.on('ready', () => {
      for (const listener of this.#listeners) listener();
    });
    await subscriber.connect();
    return subscriber;
  }

  close(): void {
    this.#isClosed = true;
    this.#client.destroy();
    this.#subscriber?.then(subscriber => subscriber.destroy()).catch(() => {});
  }

  #newClient(): Client {
    const client = clientWith(this.#create, this.#options);
    client.on('error', error => {
      this.#lastError = error;
    });
    return client;
  }

  async #connectFirst(): Promise<void> {
    const ms = firstConnection * this.#options.replyTime;
    await this.#within(ms, this.#client.connect(), () => this.#lastError ?? new Error('no connection'));
  }

  async #within<Result>(ms: number, result: Promise<Result>, onLate: () => unknown): Promise<Result> {
    result.catch(() => {}); // it can still fail after the time is over
    let cancel = () => {};
    const late = new Promise<never>((_, reject) => {
      cancel = this.#options.machine.timer(ms, () => reject(onLate()));
    });
    return Promise.race([result, late]).finally(cancel);
  }

  #reconnect(): void {
    this.#client.destroy();
    if (this.#isClosed) return;
    this.#client = this.#newClient();
    this.#client.connect().catch(error => {
      this.#lastError = error;
    });
  }

  #explain(error: unknown): Error {
    if (error instanceof NoReply || error instanceof StoreError) return error;
    const name = error instanceof Error ? error.constructor.name : '';
    // Valkey has refused the command, or the client has not sent the command.
    if (name === 'ErrorReply' || name === 'SimpleError' || name === 'ClientOfflineError')
      return this.#unavailable(error);
    return new NoReply(inPlainWords(name) ?? (error instanceof Error ? error.message : String(error)), {
      cause: error,
    });
  }

  #unavailable(error: unknown): StoreError {
    const why = whyUnavailable(error);
    return new StoreError('unavailable', `${this.#options.where} cannot be used: ${why}`, { cause: error });
  }
}

type CreateClient = typeof import('redis').createClient;
type Client = ReturnType<typeof clientWith>;

const clientWith = (create: CreateClient, { url, replyTime }: ConnectionOptions) =>
  create({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: replyTime,
      reconnectStrategy: retries => Math.min(maxPause, 25 * 2 ** retries),
    },
  });

/** Other errors of the client have plain messages of their own. */
function inPlainWords(name: string): string | undefined {
  if (name === 'DisconnectsClientError') return 'it did not reply in time, so the server connects again';
  if (name === 'SocketClosedUnexpectedlyError') return 'it closed the connection';
  return undefined;
}

function whyUnavailable(error: unknown): string {
  if (!(error instanceof Error)) return 'it does not answer';
  if (error.message.startsWith('OOM '))
    return 'its memory is full; raise its setting "maxmemory", or delete sandboxes';
  return inPlainWords(error.constructor.name) ?? (error.message || error.name);
}

async function loadClient(): Promise<typeof import('redis')> {
  try {
    return await import('redis');
  } catch (error) {
    const message =
      'a redis: store needs the package "redis", which is not installed; run "npm install redis"';
    throw new StoreError('unavailable', message, { cause: error });
  }
}
