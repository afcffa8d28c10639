import { type Dialect, isOperationId } from '#contracts';
import type { ExchangeView } from '#contracts/control';
import { isToolName } from '#contracts/tools';
import { asList, asObject } from '#contracts/util';
import { createInspector } from '#mock-server';
import type { CallName, CallOutcome } from './call.ts';
import { callsOf, type HarCall, openTraffic, receivedBody, sentBody } from './recorded/index.ts';
import type { DriftReport } from './report-schema.ts';
import { addressMask } from './safe-text.ts';

interface Call {
  readonly name: CallName;
  readonly outcome: CallOutcome;
}

export interface Recording extends Pick<DriftReport, 'elsewhere' | 'skipped'> {
  readonly calls: readonly Call[];
}

/** `verify` compares the values, but never prints them. Skips calls that a fault changed. Throws a UsageError. */
export function readRecording(text: string, dialect: Dialect): Recording {
  const { har, exchanges } = openTraffic(text);
  if (exchanges) return { calls: exchanges.flatMap(one => callIn(one, dialect)), elsewhere: [] };
  const mask = addressMask(dialect);
  const { calls, others, skipped } = callsOf(har, createInspector(dialect));
  // An address counts only if it returned JSON, as the operations of a supplier do.
  const unknown = others.filter(call => receivedBody(call).json !== undefined);
  const addresses = unknown.map(({ method, url }) => mask(method, url));
  const byAddress = Map.groupBy(addresses, ({ method, path }) => `${method} ${path}`);
  const elsewhere = [...byAddress.values()].flatMap(all =>
    all.slice(0, 1).map(address => ({ ...address, times: all.length })),
  );
  return { calls: calls.flatMap(callOf), elsewhere, ...(skipped > 0 && { skipped }) };
}

function callOf(call: HarCall): Call[] {
  const { entry, found, status } = call;
  if (isAltered(entry._faults)) return [];
  const { json, unread } = receivedBody(call);
  const outcome = outcomeOf(status, json, unread);
  if (!found) return toolCall(sentBody(call).json, outcome);
  return isOperationId(found.operation.id) ? [{ name: found.operation.id, outcome }] : [];
}

const isAltered = (faults: unknown): boolean => asList(faults).length > 0;

function callIn(exchange: ExchangeView, dialect: Dialect): Call[] {
  const { operation: name, status = 0, answerBody, tool, requestBody } = exchange;
  if (isAltered(exchange.faults)) return [];
  if (tool) return toolCall(requestBody, outcomeOf(status, answerBody));
  if (name === null || !isOperationId(name)) return [];
  const dropped = exchange.bodiesDropped
    ? 'the recording does not contain the body of the answer'
    : undefined;
  const json = answerBody === undefined ? undefined : dialect.toDialect(name, 'answer', answerBody);
  return [{ name, outcome: outcomeOf(status, json, dropped) }];
}

function outcomeOf(status: number, json: unknown, unread?: string): CallOutcome {
  if (unread !== undefined && status < 400)
    return { result: 'unreadable', ...(status > 0 && { status }), said: unread };
  if (status === 0) return { result: 'unanswered', said: 'the recording contains no answer' };
  if (status < 200 || status > 299)
    return { result: 'refused', status, said: `HTTP ${status}`, errorBody: json };
  if (json !== undefined) return { result: 'compared', status, json };
  return { result: 'unreadable', status, said: `HTTP ${status} with a body that is not JSON` };
}

/** Other messages to the tool server are ignored, because the contract does not define them. */
function toolCall(sent: unknown, outcome: CallOutcome): Call[] {
  const { method, params } = asObject(sent);
  const { name } = asObject(params);
  if (method !== 'tools/call' || typeof name !== 'string' || !isToolName(name)) return [];
  const { result, error } = asObject(outcome.json);
  if (outcome.result !== 'compared') return [{ name: `tools/${name}`, outcome }];
  const { status = 200 } = outcome;
  const refused: CallOutcome = { result: 'refused', status, said: 'a JSON-RPC error' };
  return [{ name: `tools/${name}`, outcome: error === undefined ? outcomeOf(status, result) : refused }];
}
