import { type Child, startChild } from './child.ts';
import type { Figure } from './figure.ts';
import { chooseFirst, type Plan, valueAfter } from './load/visitors.ts';
import { median } from './median.ts';
import { bookBody, conditionsBody, detailBody, flowSearchBody, otherSearchBody, paths } from './requests.ts';
import { alternate, type Budget, cpuMicros, perSecond, ratio } from './rounds.ts';

/** Starts the built server. @param store the address of a durable store; by default the server has none */
export const startUnderstudy = (flags: string[] = [], store?: string): Promise<Child> =>
  startChild(new URL('servers/understudy.ts', import.meta.url), {
    flags,
    arguments: store === undefined ? [] : [store],
  });

async function post(port: number, path: string, body: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.text();
}

/** A tour Search of average length. The length of its answer depends on its dates. */
export const usualSearch = 2_000;

/** Books once over the port, and returns the four answers by path. The bare servers send the same bytes. */
export async function bookOnce(server: Child): Promise<Record<string, string>> {
  const port = await server.ask<number>({ ask: 'port' });
  const search = await post(port, paths.search, flowSearchBody(0));
  const choice = chooseFirst(search);
  const conditions = await post(port, paths.conditions, conditionsBody(choice));
  const token = valueAfter(conditions, '"Token":"');
  const book = await post(port, paths.book, bookBody({ ...choice, token }, 0));
  const detail = await post(port, paths.detail, detailBody(valueAfter(book, '"BookingId":"')));
  const others: Record<string, string> = {};
  for (const product of ['car', 'transfer', 'tour'] as const)
    others[paths[product]] = await post(port, paths[product], otherSearchBody(product, usualSearch));
  return {
    ...others,
    [paths.search]: search,
    [paths.conditions]: conditions,
    [paths.book]: book,
    [paths.detail]: detail,
  };
}

/** A load for the built server and for the two bare servers. */
export interface Beside {
  name: string;
  plan(round: number): Plan;
  requests: number;
  /** The target, as a multiple of the speed of bare Hono. */
  min?: number;
}

/** Compares the built server with a bare Hono server and a bare node:http server that send the same bytes. */
export async function compareBeside(
  { name, plan, requests, min }: Beside,
  budget: Budget,
): Promise<Figure[]> {
  const [understudy, hono, node] = await Promise.all([
    startUnderstudy(),
    startChild(new URL('servers/bare-hono.ts', import.meta.url)),
    startChild(new URL('servers/node-http.ts', import.meta.url)),
  ]);
  try {
    const answers = await bookOnce(understudy);
    for (const bare of [hono, node]) await bare.ask({ answers });
    const paces = await alternate({ servers: { understudy, hono, node }, plan, requests }, budget);
    const rates = {
      understudy: perSecond(paces.understudy),
      hono: perSecond(paces.hono),
      node: perSecond(paces.node),
    };
    const busy = Math.round(100 * median(paces.node?.busy ?? []));
    const shared = { case: name, raw: paces };
    return [
      {
        ...shared,
        what: 'requests/s beside bare Hono',
        value: ratio(paces.understudy, paces.hono),
        unit: '×',
        target: min === undefined ? undefined : { min },
        note: `${rates.understudy} to ${rates.hono} requests/s; processor ${cpuMicros(paces.understudy)} to ${cpuMicros(paces.hono)} µs a request`,
      },
      {
        case: name,
        what: 'requests/s beside node:http',
        value: ratio(paces.understudy, paces.node),
        unit: '×',
        note: `${rates.understudy} to ${rates.node} requests/s; the generator was ${busy} % busy then`,
      },
    ];
  } finally {
    await Promise.all([understudy, hono, node].map(child => child.stop()));
  }
}
