interface OpenedPort {
  readonly url: string;
  close(): Promise<void>;
}

/** As PEM. */
export interface PortCertificate {
  readonly cert: string;
  readonly key: string;
}

export type OpenPort = (sandboxId: string, port: number, tls?: PortCertificate) => Promise<OpenedPort>;

export class PortsUnavailable extends Error {
  override readonly name = 'PortsUnavailable';
}

export class PortRefused extends Error {
  override readonly name = 'PortRefused';
  readonly port: number;

  constructor(port: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.port = port;
  }
}

/** `url` is set after the port was opened. */
interface Entry {
  readonly opening: Promise<OpenedPort>;
  url?: string;
}

/** The ports of single sandboxes, for clients that ignore the path of a base address. */
export class Ports {
  readonly #ports = new Map<string, Entry>();
  readonly #closing = new Map<string, Promise<void>>();
  #opener: OpenPort | undefined;

  /** A server in process has no such function. */
  provide(open: OpenPort): void {
    this.#opener = open;
  }

  /** @throws PortsUnavailable in process, PortRefused also when the sandbox was removed before the port was open */
  async open(sandboxId: string, port: number, tls?: PortCertificate): Promise<string> {
    if (!this.#opener)
      throw new PortsUnavailable(
        'a server in process cannot open a port for a sandbox; start the server with listen() of travel-understudy/mock-server/node',
      );
    const entry: Entry = { opening: this.#opener(sandboxId, port, tls) };
    this.#ports.set(sandboxId, entry);
    const { url } = await entry.opening.catch((error: unknown) => {
      if (this.#ports.get(sandboxId) === entry) this.#ports.delete(sandboxId);
      throw new PortRefused(port, error);
    });
    if (this.#ports.get(sandboxId) !== entry)
      throw new PortRefused(port, `sandbox "${sandboxId}" was removed while its port was being opened`);
    entry.url = url;
    return url;
  }

  urlOf(sandboxId: string): string | undefined {
    return this.#ports.get(sandboxId)?.url;
  }

  sandboxAt(port: number): string | undefined {
    return [...this.#ports].find(([, { url }]) => url?.endsWith(`:${port}`))?.[0];
  }

  ids(): Iterable<string> {
    return this.#ports.keys();
  }

  /** Even while the port is being opened. Also waits for an earlier call of `close`. */
  async close(sandboxId: string): Promise<void> {
    const entry = this.#ports.get(sandboxId);
    this.#ports.delete(sandboxId);
    // `open` reports the error of a port that was not opened.
    if (entry)
      this.#closing.set(
        sandboxId,
        entry.opening.then(
          opened => opened.close(),
          () => {},
        ),
      );
    await this.#closing.get(sandboxId);
    this.#closing.delete(sandboxId);
  }
}
