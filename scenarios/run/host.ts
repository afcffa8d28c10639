import { type Profile, pathPattern } from '#contracts';
import type { Crash, Scenario } from '#contracts/scenario';
import { createMockSupplier, type MockSupplier, type SupplierInventory } from '#mock-server';
import { createTestCertificates, type ListenOptions, listen, type TlsOptions } from '#mock-server/node';
import { planCrash } from './play/index.ts';
import { judgeRoutes } from './routes.ts';

export interface PlayClock {
  readonly mode: 'real' | 'scaled' | 'per-poll' | 'warp';
  /** In seconds of the sandbox clock per real second; 1 unless the mode is `scaled`. */
  readonly speed: number;
}

export type Host = Awaited<ReturnType<typeof createHost>>;

export type ScenarioSandbox = Awaited<ReturnType<Host['open']>>;

interface Opening {
  readonly seed: string | undefined;
  readonly clock: PlayClock;
  readonly draw?: number | undefined;
}

/** The certificate of all ports, and the environment variables with which a client trusts it. */
export interface HostTls {
  readonly tls: TlsOptions;
  readonly trust: Readonly<Record<string, string>>;
}

interface HostOptions {
  readonly https?: HostTls | undefined;
  readonly catalogue: readonly Scenario[];
  readonly profile?: Profile | undefined;
  readonly inventory?: SupplierInventory | undefined;
}

type AroundCall = NonNullable<ListenOptions['around']>;
type Answer = Awaited<ReturnType<AroundCall>>;

const noAnswer: Answer = {
  status: 503,
  headers: {},
  body: '',
  wire: { kind: 'none' },
  warnings: [],
  closed: () => undefined,
};

export async function createHost({ catalogue, profile, inventory, https }: HostOptions) {
  const supplier = createMockSupplier({ catalogue, profile, inventory, routes: [judgeRoutes] });
  const crashes = new Map<string, AroundCall>();
  const listening = await listen(supplier, {
    port: 0,
    tls: https?.tls,
    async around(call, next) {
      const crash = crashes.get(call.sandboxId ?? '');
      return crash ? crash(call, next) : next();
    },
  });
  return {
    async open({ id: scenario, setup, certificate }: Scenario, { seed, clock, draw }: Opening) {
      const sandbox = supplier.sandboxes.create({
        id: freeId(nameOf(scenario, draw), supplier),
        scenario,
        ...(seed !== undefined && { seed }),
        clock: {
          // Under warp, the clock runs at normal speed between the jumps of the tracer.
          mode: clock.mode === 'warp' ? 'real' : clock.mode,
          ...(setup?.start !== undefined && { start: Date.parse(setup.start) }),
          ...(clock.mode === 'scaled' && { scale: clock.speed, startOnFirstRequest: true }),
        },
      });
      const { id } = sandbox.identity;
      const untrusted = certificate && (await createTestCertificates({ fault: certificate })).server;
      const url = await supplier.ports.open(id, 0, untrusted);
      return {
        sandbox,
        url,
        trust: https?.trust,
        /** Once. After an answer, the client is killed when its next call arrives. */
        killAt(crash: Crash, kill: () => Promise<void>) {
          const cancel = () => void crashes.delete(id);
          const { paths } = supplier.dialect.operation(crash.at);
          const path = new RegExp(`^(?:${paths.map(pathPattern).join('|')})$`, 'i');
          const planned = planCrash<Answer>(crash, path, async (answer = noAnswer) => {
            cancel();
            await kill();
            return answer;
          });
          crashes.set(id, ({ url: called }, next) => planned.around(called, next));
          return { isDue: planned.isDue, cancel };
        },
        async close() {
          crashes.delete(id);
          await supplier.ports.close(id);
          supplier.sandboxes.remove(id);
        },
      };
    },
    close: () => listening.close(),
  };
}

const longestId = 40;

/** Does not depend on the other draws of the run, so that a repeated draw gets the same credentials. */
function nameOf(scenario: string, draw: number | undefined): string {
  const end = draw === undefined ? '' : `-draw-${draw}`;
  return scenario.slice(0, longestId - end.length) + end;
}

/** With a number if another sandbox has this id. The id determines the credentials and answers of the sandbox. */
function freeId(id: string, { sandboxes }: MockSupplier): string {
  if (!sandboxes.get(id)) return id;
  let number = 2;
  while (sandboxes.get(`${id.slice(0, longestId - 6)}-${number}`)) number += 1;
  return `${id.slice(0, longestId - 6)}-${number}`;
}
