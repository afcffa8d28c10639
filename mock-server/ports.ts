/** Opens a port that belongs to one sandbox alone; 0 takes a free one. */
export type OpenPort = (sandboxId: string, port: number) => Promise<{ url: string; close(): Promise<void> }>;

/** The ports of single sandboxes: there for clients that drop the path of a base address. */
export interface Ports {
  /** Says how ports are opened; in process nobody does. */
  provide(open: OpenPort): void;
  /** Opens a port for a sandbox and gives its address. Throws a PortsUnavailable in process, a PortRefused for a taken one. */
  open(sandboxId: string, port: number): Promise<string>;
  /** The address of a sandbox's own port, if it has one. */
  urlOf(sandboxId: string): string | undefined;
  /** Closes a sandbox's own port, if it has one. */
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

/** The ports of a server, none to begin with. */
export function createPorts(): Ports {
  const opened = new Map<string, { url: string; close(): Promise<void> }>();
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
      const listening = await provided(sandboxId, port).catch((error: unknown) => {
        throw new PortRefused(port, error);
      });
      opened.set(sandboxId, listening);
      return listening.url;
    },
    urlOf: sandboxId => opened.get(sandboxId)?.url,
    async close(sandboxId) {
      const listening = opened.get(sandboxId);
      opened.delete(sandboxId);
      await listening?.close();
    },
  };
}
