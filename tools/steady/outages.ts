import { createHotelClient } from '../../test/mock-server/hotel-client.ts';
import { credential } from '../../test/mock-server/store/kill/addresses.ts';
import { killServer, type Server, startServer } from '../../test/mock-server/store/kill/server-process.ts';
import { type FaultyProxy, startFaultyProxy } from '../../test/mock-server/store/redis/faulty-proxy.ts';
import { startValkey, type Valkey } from '../../test/mock-server/store/redis/valkey.ts';
import { OutageLoad, wait } from './outage-load.ts';

/** The servers and the parts that break. Server A uses Valkey through the proxy. Server B uses Valkey directly. */
interface Scene {
  readonly valkey: Valkey;
  readonly proxy: FaultyProxy;
  readonly a: Server;
  readonly b: Server;
  readonly load: OutageLoad;
}

/** A failure that begins and ends while the load runs. */
interface Outage {
  readonly name: string;
  /** How long the failure lasts, in milliseconds. */
  readonly lasts: number;
  begin(scene: Scene): void | Promise<void>;
  end(scene: Scene): void | Promise<void>;
  /** Whether clients also call server B for the sandbox of server A. */
  readonly moves?: boolean;
  /** Whether a server stops. Its connections can then break, so that a call has no answer. */
  readonly stopsServer?: boolean;
}

/** Half of the time by which a slow Valkey delays each answer, in milliseconds. */
const slowBy = 1_000;

const outages = (gone: number): readonly Outage[] => [
  {
    name: 'Valkey answers after 2 seconds',
    lasts: 15_000,
    begin: ({ proxy }) => proxy.set('slow'),
    end: ({ proxy }) => proxy.set('pass'),
  },
  {
    name: `Valkey is gone for ${gone} seconds`,
    lasts: gone * 1_000,
    begin: ({ valkey }) => valkey.kill(),
    end: ({ valkey }) => valkey.start(),
  },
  {
    name: 'Valkey restarts',
    lasts: 0,
    begin: ({ valkey }) => valkey.kill(),
    end: ({ valkey }) => valkey.start(),
  },
  {
    name: 'Valkey stops without closing its connections',
    lasts: 8_000,
    begin: ({ valkey }) => void process.kill(valkey.pid(), 'SIGSTOP'),
    end: ({ valkey }) => void process.kill(valkey.pid(), 'SIGCONT'),
  },
  {
    name: 'the network between a server and Valkey drops everything',
    lasts: 10_000,
    begin: ({ proxy }) => proxy.set('hold'),
    end: ({ proxy }) => proxy.set('pass'),
    moves: true,
  },
  {
    name: 'a server stops for a while during its operations',
    lasts: 6_000,
    begin: ({ a }) => void a.child.kill('SIGSTOP'),
    end: ({ a }) => void a.child.kill('SIGCONT'),
    moves: true,
    stopsServer: true,
  },
];

/**
 * Lets Valkey, the network and a server fail with real times, one after another, while clients book. A call during a failure may be
 * answered 503 with Retry-After. Every other answer must be true at the end. `gone`: how long Valkey is gone, in seconds. Returns a
 * line for each failure, and a sentence for each wrong answer.
 */
export async function playOutages(gone: number): Promise<{ lines: string[]; problems: string[] }> {
  const valkey = await startValkey();
  const proxy = await startFaultyProxy(valkey.port, slowBy);
  const a = await startServer(proxy.url);
  const b = await startServer(valkey.url);
  const load = new OutageLoad();
  const lines: string[] = [];
  try {
    await createSandbox(a.url, 'main');
    await createSandbox(b.url, 'side');
    for (const outage of outages(gone)) lines.push(await play(outage, { valkey, proxy, a, b, load }));
    return { lines, problems: [...load.problems, ...(await load.check(b.url, ['main', 'side']))] };
  } finally {
    a.child.kill('SIGCONT');
    await killServer(a);
    await killServer(b);
    await proxy.stop();
    await valkey.stop();
  }
}

async function play(outage: Outage, scene: Scene): Promise<string> {
  const { a, b, load } = scene;
  const clients = [load.start(a.url, 'main'), load.start(a.url, 'main'), load.start(b.url, 'side')];
  await wait(1_000);
  load.begin();
  await outage.begin(scene);
  if (outage.moves) clients.push(load.start(b.url, 'main'));
  await wait(outage.lasts);
  await outage.end(scene);
  const resumed = await load.resumed();
  await wait(1_000);
  await Promise.all(clients.map(client => client.stop()));
  const { answered, refused, broken } = load.counts();
  if (broken > 0 && !outage.stopsServer) load.problems.push(`${outage.name}: ${broken} calls had no answer`);
  const seconds = (resumed / 1_000).toFixed(1);
  return `${outage.name}: ${answered} DoBookings answered, ${refused} calls refused, ${broken} without an answer; all clients continue after ${seconds} s`;
}

async function createSandbox(url: string, id: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ credential, options: { rateLimit: false } });
  const { status } = await fetch(`${url}/_control/sandboxes/${id}`, { method: 'PUT', headers, body });
  if (status !== 201) throw new Error(`sandbox "${id}" was answered ${status}`);
  await createHotelClient(fetch, { baseUrl: `${url}/sandbox/${id}`, credential }).list();
}
