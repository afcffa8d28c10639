import { bookOnce, startUnderstudy } from '../beside.ts';
import { type Child, startChild } from '../child.ts';
import type { Figure } from '../figure.ts';
import { peers } from '../peers/definitions.ts';
import { startPeer } from '../peers/start.ts';
import { paths } from '../requests.ts';
import { alternate, cpuMicros, perSecond, ratio } from '../rounds.ts';
import type { Case } from './case.ts';

const name = 'Search beside other mock servers';

/**
 * Compares one Search of this stand-in with bare Hono and with other mock servers that serve the same bytes as a static
 * stub.
 */
export const besidePeers: Case = async budget => {
  const servers: Record<string, Child> = { understudy: await startUnderstudy() };
  const unmeasured: Figure[] = [];
  try {
    servers.hono = await startChild(new URL('../servers/bare-hono.ts', import.meta.url));
    const answers = await bookOnce(servers.understudy as Child); // started above
    await servers.hono.ask({ answers });
    // Bare Hono and Prism write prices in this form. Our own prices are padded with spaces.
    const answer = JSON.stringify(JSON.parse(answers[paths.search] ?? ''));
    for (const peer of peers) {
      try {
        servers[peer.name] = await startPeer(peer, answer);
      } catch (error) {
        const note = error instanceof Error ? error.message : String(error);
        unmeasured.push({ case: name, what: figureName(peer.name), value: undefined, unit: '×', note });
      }
    }
    const plan = () => ({ kind: 'same-search' }) as const;
    const paces = await alternate({ servers, plan, requests: 20_000 }, budget);
    const own = paces.understudy;
    const others = Object.keys(servers).filter(server => server !== 'understudy');
    const measured = others.map(
      (server): Figure => ({
        case: name,
        what: figureName(server === 'hono' ? 'bare Hono' : server),
        value: ratio(own, paces[server]),
        unit: '×',
        note: `${perSecond(own)} to ${perSecond(paces[server])} requests/s; processor ${cpuMicros(own)} to ${cpuMicros(paces[server])} µs a request`,
        raw: paces[server],
      }),
    );
    return [...measured, ...unmeasured];
  } finally {
    await Promise.all(Object.values(servers).map(server => server.stop()));
  }
};

const figureName = (server: string): string => `requests/s beside ${server}`;
