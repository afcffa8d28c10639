import { type Dialect, isOperationId } from '#contracts';
import type { ExchangeView } from '#contracts/control';
import { isToolName } from '#contracts/tools';
import { asObject } from '#contracts/util';
import { createFinder, entriesOf, jsonOf, openTraffic, TrafficFileError, textOf } from '../recorded/index.ts';
import type { CallName, Came } from './asker.ts';
import type { DriftReport } from './compare/index.ts';
import { createTeller } from './tell-address.ts';

/** One recorded call of an operation or a tool, with what came of it. */
export interface Recorded {
  readonly name: CallName;
  readonly came: Came;
}

/** What a file of traffic says of a supplier. */
export interface RecordedTraffic {
  readonly calls: readonly Recorded[];
  /** Calls that were answered with JSON at addresses of no operation. */
  readonly elsewhere: DriftReport['elsewhere'];
}

/**
 * Reads the answers of recorded traffic: a HAR file, or the exchanges of a sandbox. Nothing of it is masked: it is to be compared,
 * and not to be shown.
 *
 * @param dialect the paths and names that the client used
 * @throws TrafficFileError for a file that is none of traffic
 */
export function readRecorded(text: string, dialect: Dialect): RecordedTraffic {
  const { har, exchanges } = openTraffic(text);
  if (exchanges)
    return { calls: exchanges.flatMap(exchange => fromExchange(exchange, dialect)), elsewhere: [] };
  const find = createFinder(dialect);
  const tell = createTeller(dialect);
  const calls: Recorded[] = [];
  const strangers: [method: string, path: string][] = [];
  for (const [index, value] of entriesOf(har).entries()) {
    const entry = asObject(value);
    const { request, response } = { request: asObject(entry.request), response: asObject(entry.response) };
    const method = String(request.method ?? '').toUpperCase();
    const url = URL.parse(String(request.url));
    if (!url) throw new TrafficFileError(`log.entries[${index}]: expected request.url`);
    const target = find(method, url);
    const said = jsonOf(textOf(asObject(response.content)));
    if (!target) {
      if (said !== undefined && method !== 'OPTIONS') strangers.push(tell(method, url));
      continue;
    }
    if (Array.isArray(entry._faults) && entry._faults.length > 0) continue; // altered on purpose
    const status = Number(response.status ?? 0);
    if (target.operation !== null) calls.push({ name: target.operation, came: cameOf(status, said) });
    else calls.push(...toolCall(jsonOf(asObject(request.postData).text), status, said));
  }
  const byAddress = Map.groupBy(strangers, ([method, path]) => `${method} ${path}`);
  const elsewhere = [...byAddress.values()].flatMap(all =>
    all.slice(0, 1).map(([method, path]) => ({ method, path, times: all.length })),
  );
  return { calls, elsewhere };
}

/** Exchanges carry names of the contract; they are compared in those of the wire. */
function fromExchange(exchange: ExchangeView, dialect: Dialect): Recorded[] {
  const { operation, status = 0, answerBody, faults, tool, requestBody } = exchange;
  if (faults && faults.length > 0) return []; // altered on purpose
  if (tool) return toolCall(requestBody, status, answerBody);
  if (operation === null || !isOperationId(operation)) return [];
  if (exchange.bodiesDropped)
    return [{ name: operation, came: { result: 'unreadable', said: 'its body was not kept' } }];
  const json = answerBody === undefined ? undefined : dialect.toDialect(operation, 'answer', answerBody);
  return [{ name: operation, came: cameOf(status, json) }];
}

function cameOf(status: number, json: unknown): Came {
  if (status === 0) return { result: 'unanswered', said: 'no answer was recorded' };
  if (status < 200 || status > 299) return { result: 'refused', status, said: `HTTP ${status}` };
  if (json === undefined)
    return { result: 'unreadable', status, said: `HTTP ${status} with a body that is no JSON` };
  return { result: 'compared', status, json };
}

/** A call of a tool; other messages to the tool server say nothing of the contract. */
function toolCall(sent: unknown, status: number, said: unknown): Recorded[] {
  const { method, params } = asObject(sent);
  const { name } = asObject(params);
  if (method !== 'tools/call' || typeof name !== 'string' || !isToolName(name)) return [];
  const { result, error } = asObject(said);
  const came: Came =
    error === undefined ? cameOf(status, result) : { result: 'refused', status, said: 'a JSON-RPC error' };
  return [{ name: `tools/${name}`, came }];
}
