interface OpenedPort {
  readonly url: string;
  close(): Promise<void>;
}

export type OpenPort = (sandboxId: string, port: number) => Promise<OpenedPort>;

/** The ports of single sandboxes, for clients that ignore the path of a base address. */
export interface Ports {
  /** Sets the function that opens ports. A server in process has no such function. */
  provide(open: OpenPort): void;
  /**
   * Opens a port for a sandbox and returns its address. Throws a PortsUnavailable in process. Throws a PortRefused when the port is
   * in use, or when the sandbox was removed before the port was open.
   */
  open(sandboxId: string, port: number): Promise<string>;
  /** Returns the address of a sandbox's own port. Returns undefined when the sandbox has no port. */
  urlOf(sandboxId: string): string | undefined;
  /** Returns the id of the sandbox that owns a port; undefined when the port does not belong to a single sandbox. */
  sandboxAt(port: number): string | undefined;
  /** Returns the ids of the sandboxes that have their own port. */
  ids(): Iterable<string>;
  /** Closes a sandbox's own port, even while the port is being opened. Also waits for an earlier call that closes the port. */
  close(sandboxId: string): Promise<void>;
}

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

/** A port that is open or being opened. `url` is set after the port was opened. */
interface Entry {
  readonly opening: Promise<OpenedPort>;
  url?: string;
}

async function close({ opening }: Entry): Promise<void> {
  const opened = await opening.catch(() => undefined); // `open` reports this error
  await opened?.close();
}

export function createPorts(): Ports {
  const ports = new Map<string, Entry>();
  const closing = new Map<string, Promise<void>>();
  let provided: OpenPort | undefined;
  return {
    provide(open) {
      provided = open;
    },
    async open(sandboxId, port) {
      if (!provided)
        throw new PortsUnavailable(
          'a server in process cannot open a port for a sandbox; start the server with listen() of travel-understudy/mock-server/node',
        );
      const entry: Entry = { opening: provided(sandboxId, port) };
      ports.set(sandboxId, entry);
      const { url } = await entry.opening.catch((error: unknown) => {
        if (ports.get(sandboxId) === entry) ports.delete(sandboxId);
        throw new PortRefused(port, error);
      });
      if (ports.get(sandboxId) !== entry)
        throw new PortRefused(port, `sandbox "${sandboxId}" was removed while its port was being opened`);
      entry.url = url;
      return url;
    },
    urlOf: sandboxId => ports.get(sandboxId)?.url,
    sandboxAt: port => [...ports].find(([, { url }]) => url?.endsWith(`:${port}`))?.[0],
    ids: () => ports.keys(),
    async close(sandboxId) {
      const entry = ports.get(sandboxId);
      ports.delete(sandboxId);
      if (entry) closing.set(sandboxId, close(entry));
      await closing.get(sandboxId);
      closing.delete(sandboxId);
    },
  };
}
