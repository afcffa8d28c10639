/** A port that was opened. */
interface OpenedPort {
  readonly url: string;
  close(): Promise<void>;
}

/** Opens a port that belongs to one sandbox alone; 0 takes a free one. */
export type OpenPort = (sandboxId: string, port: number) => Promise<OpenedPort>;

/** The ports of single sandboxes: there for clients that drop the path of a base address. */
export interface Ports {
  /** Says how ports are opened; in process nobody does. */
  provide(open: OpenPort): void;
  /**
   * Opens a port for a sandbox and gives its address. Throws a PortsUnavailable in process, a PortRefused for a port
   * that is taken, or that was closed before it was open.
   */
  open(sandboxId: string, port: number): Promise<string>;
  /** The address of a sandbox's own port, if it has one. */
  urlOf(sandboxId: string): string | undefined;
  /** The sandbox that a port belongs to alone, if any. */
  sandboxAt(port: number): string | undefined;
  /** Closes a sandbox's own port, if it has one or is about to. */
  close(sandboxId: string): Promise<void>;
}

/** A port was wanted where none can be opened. */
export class PortsUnavailable extends Error {
  override readonly name = 'PortsUnavailable';
}

/** A port that could not be opened: taken, or not for this user. */
export class PortRefused extends Error {
  override readonly name = 'PortRefused';
  readonly port: number;

  constructor(port: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.port = port;
  }
}

/** A port, and its address once it is open. */
interface Entry {
  readonly opening: Promise<OpenedPort>;
  url?: string;
}

/** The ports of a server, none to begin with. */
export function createPorts(): Ports {
  const ports = new Map<string, Entry>();
  let provided: OpenPort | undefined;
  return {
    provide(open) {
      provided = open;
    },
    async open(sandboxId, port) {
      if (!provided)
        throw new PortsUnavailable(
          'a sandbox has a port of its own only where the server has one: use listen() of ./mock-server/node',
        );
      const entry: Entry = { opening: provided(sandboxId, port) };
      ports.set(sandboxId, entry);
      const { url } = await entry.opening.catch((error: unknown) => {
        if (ports.get(sandboxId) === entry) ports.delete(sandboxId);
        throw new PortRefused(port, error);
      });
      if (ports.get(sandboxId) !== entry)
        throw new PortRefused(port, `sandbox "${sandboxId}" was dropped while its port was being opened`);
      entry.url = url;
      return url;
    },
    urlOf: sandboxId => ports.get(sandboxId)?.url,
    sandboxAt: port => [...ports].find(([, { url }]) => url?.endsWith(`:${port}`))?.[0],
    async close(sandboxId) {
      const opening = ports.get(sandboxId)?.opening;
      ports.delete(sandboxId);
      const opened = await opening?.catch(() => undefined); // whoever opened it is told why it could not be
      await opened?.close();
    },
  };
}
