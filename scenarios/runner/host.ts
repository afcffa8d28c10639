import type { OperationId, Profile } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import { createMockSupplier, type MockSupplier, type Sandbox } from '#mock-server';
import { listen } from '#mock-server/node';

/** How the clock of a scenario runs when a client of its own process plays it. */
export interface PlayClock {
  readonly mode: 'real' | 'scaled' | 'per-poll';
  /** Virtual seconds per real second; 1 unless scaled. */
  readonly speed: number;
}

/** A supplier that plays one scenario, behind a port of its own. */
export interface Booth {
  readonly sandbox: Sandbox;
  readonly url: string;
  /** Calls back when the first call of an operation has been played, before its answer is sent. */
  onArrival(operation: OperationId, listener: () => Promise<void>): void;
  close(): Promise<void>;
}

/** One server for all scenarios of a run. */
export interface Host {
  /** Opens a booth for a scenario; its clock starts when that says. */
  open(scenario: Scenario, how: { seed: string | undefined; clock: PlayClock }): Promise<Booth>;
  close(): Promise<void>;
}

/** How the host is made. */
export interface HostOptions {
  readonly catalogue: readonly Scenario[];
  readonly profile?: Profile | undefined;
}

/** Starts a server on a free port of this machine, from which scenarios get booths. */
export async function createHost({ catalogue, profile }: HostOptions): Promise<Host> {
  const supplier = createMockSupplier({ catalogue, profile });
  const arrivals = new Map<string, (path: string) => Promise<void>>();
  const listening = await listen(supplier, {
    port: 0,
    async around({ url, sandboxId }, next) {
      const answer = await next();
      await arrivals.get(sandboxId ?? '')?.(url);
      return answer;
    },
  });
  return {
    async open({ id: scenario, setup }, { seed, clock }) {
      const sandbox = supplier.sandboxes.create({
        id: freeId(scenario, supplier),
        scenario,
        ...(seed !== undefined && { seed }),
        clock: {
          mode: clock.mode,
          ...(setup?.start !== undefined && { start: Date.parse(setup.start) }),
          ...(clock.mode === 'scaled' && { scale: clock.speed, startOnFirstRequest: true }),
        },
      });
      const { id } = sandbox.identity;
      const url = await supplier.ports.open(id, 0);
      return {
        sandbox,
        url,
        onArrival(operation, listener) {
          const wanted = supplier.dialect.operation(operation).path.toLowerCase();
          arrivals.set(id, async path => {
            if (path.split('?', 1)[0]?.toLowerCase() !== wanted) return;
            arrivals.delete(id);
            await listener();
          });
        },
        async close() {
          arrivals.delete(id);
          await supplier.ports.close(id);
          supplier.sandboxes.remove(id);
        },
      };
    },
    close: () => listening.close(),
  };
}

const longestId = 40;

/** The id of the scenario where it is one of a sandbox: the same run has the same credentials, and so the same answers. */
function freeId(scenario: string, { sandboxes }: MockSupplier): string {
  const id = scenario.slice(0, longestId);
  if (!sandboxes.get(id)) return id;
  let number = 2;
  while (sandboxes.get(`${id.slice(0, longestId - 6)}-${number}`)) number += 1;
  return `${id.slice(0, longestId - 6)}-${number}`;
}
