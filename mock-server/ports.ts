/** An open port. */
interface OpenedPort {
  readonly url: string;
  close(): Promise<void>;
}

/** Opens a port for one sandbox; 0 selects a free port. */
export type OpenPort = (sandboxId: string, port: number) => Promise<OpenedPort>;

/** The ports of single sandboxes, for clients that ignore the path of a base address. */
export interface Ports {
  /** Sets the function that opens ports. In process no function is set. */
  provide(open: OpenPort): void;
  /**
   * Opens a port for a sandbox and returns its address.
   *
   * @throws PortsUnavailable in process
   * @throws PortRefused for a port that is in use, or whose sandbox was removed before the port was open
   */
  open(sandboxId: string, port: number): Promise<string>;
  /** Returns the address of a sandbox's own port; undefined when it has none. */
  urlOf(sandboxId: string): string | undefined;
  /** The sandbox that a port belongs to alone, if any. */
  sandboxAt(port: number): string | undefined;
  /** Closes a sandbox's own port, if it has one or is about to. */
  close(sandboxId: string): Promise<void>;
}

/** The server cannot open ports. */
export class PortsUnavailable extends Error {
  override readonly name = 'PortsUnavailable';
}

/** A port could not be opened: it is in use, or the user lacks the rights. */
export class PortRefused extends Error {
  override readonly name = 'PortRefused';
  readonly port: number;

  constructor(port: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.port = port;
  }
}

/** A port, and its address after it was opened. */
interface Entry {
  readonly opening: Promise<OpenedPort>;
  url?: string;
}

/** Creates the ports of a server. */
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
          'a server without a port cannot open one for a sandbox; start it with listen() of ./mock-server/node',
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
    async close(sandboxId) {
      const opening = ports.get(sandboxId)?.opening;
      ports.delete(sandboxId);
      const opened = await opening?.catch(() => undefined); // `open` throws this error
      await opened?.close();
    },
  };
}
