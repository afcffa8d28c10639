import { type Dialect, isOperationId } from '#contracts';
import type { ExchangeView } from '#contracts/control';
import { isToolName } from '#contracts/tools';
import { asObject } from '#contracts/util';
import type { CallName, CallOutcome } from './call.ts';
import { createFinder, entriesOf, jsonOf, openTraffic, TrafficFileError, textOf } from './recorded/index.ts';
import type { DriftReport } from './report-schema.ts';
import { addressMask } from './safe-text.ts';

interface Call {
  readonly name: CallName;
  readonly outcome: CallOutcome;
}

export interface Recording {
  readonly calls: readonly Call[];
  /** Calls to addresses that belong to no operation of the contract. These calls returned JSON. */
  readonly elsewhere: DriftReport['elsewhere'];
}

/**
 * Reads the answers in a HAR file or in exchanges of a sandbox. `verify` compares the values in these answers, but never prints
 * them. The function skips calls that a fault of the stand-in changed.
 *
 * @param dialect the paths and names of the supplier
 * @throws TrafficFileError for a file that is not traffic
 */
export function readRecording(text: string, dialect: Dialect): Recording {
  const { har, exchanges } = openTraffic(text);
  if (exchanges) return { calls: exchanges.flatMap(one => callIn(one, dialect)), elsewhere: [] };
  const find = createFinder(dialect);
  const mask = addressMask(dialect);
  const calls: Call[] = [];
  const unknown: { method: string; path: string }[] = [];
  for (const [index, value] of entriesOf(har).entries()) {
    const entry = asObject(value);
    const request = asObject(entry.request);
    const response = asObject(entry.response);
    const url = URL.parse(String(request.url));
    if (!url) throw new TrafficFileError(`log.entries[${index}]: expected request.url`);
    const method = String(request.method ?? '').toUpperCase();
    const target = find(method, url);
    const json = jsonOf(textOf(asObject(response.content)));
    const status = Number(response.status ?? 0);
    if (!target && json !== undefined && method !== 'OPTIONS') unknown.push(mask(method, url));
    if (!target || isAltered(entry._faults)) continue;
    if (target.operation !== null) calls.push({ name: target.operation, outcome: outcomeOf(status, json) });
    else calls.push(...toolCall(jsonOf(asObject(request.postData).text), status, json));
  }
  const byAddress = Map.groupBy(unknown, ({ method, path }) => `${method} ${path}`);
  const elsewhere = [...byAddress.values()].flatMap(all =>
    all.slice(0, 1).map(address => ({ ...address, times: all.length })),
  );
  return { calls, elsewhere };
}

const isAltered = (faults: unknown): boolean => Array.isArray(faults) && faults.length > 0;

/** Converts the field names in an exchange from the names of the contract to the names of the supplier. */
function callIn(exchange: ExchangeView, dialect: Dialect): Call[] {
  const { operation: name, status = 0, answerBody, tool, requestBody } = exchange;
  if (isAltered(exchange.faults)) return [];
  if (tool) return toolCall(requestBody, status, answerBody);
  if (name === null || !isOperationId(name)) return [];
  if (exchange.bodiesDropped)
    return [
      {
        name,
        outcome: { result: 'unreadable', said: 'the recording does not contain the body of the answer' },
      },
    ];
  const json = answerBody === undefined ? undefined : dialect.toDialect(name, 'answer', answerBody);
  return [{ name, outcome: outcomeOf(status, json) }];
}

function outcomeOf(status: number, json: unknown): CallOutcome {
  if (status === 0) return { result: 'unanswered', said: 'the recording contains no answer' };
  if (status < 200 || status > 299)
    return { result: 'refused', status, said: `HTTP ${status}`, errorBody: json };
  if (json !== undefined) return { result: 'compared', status, json };
  return { result: 'unreadable', status, said: `HTTP ${status} with a body that is not JSON` };
}

/**
 * Returns the tool call that a message to the tool server contains. Other messages are ignored, because the contract does not
 * define them.
 */
function toolCall(sent: unknown, status: number, answer: unknown): Call[] {
  const { method, params } = asObject(sent);
  const { name } = asObject(params);
  if (method !== 'tools/call' || typeof name !== 'string' || !isToolName(name)) return [];
  const { result, error } = asObject(answer);
  const refused: CallOutcome = { result: 'refused', status, said: 'a JSON-RPC error' };
  return [{ name: `tools/${name}`, outcome: error === undefined ? outcomeOf(status, result) : refused }];
}
