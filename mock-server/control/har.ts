import { type Dialect, isOperationId, version } from '#contracts';
import type { ExchangeView } from '#contracts/control';
import { isoInstant } from './handler.ts';
import type { ListForm } from './list-stream.ts';

// HAR 1.2 as its public description has it. What it has no place for stands in members that begin with an underscore.

const creator = JSON.stringify({ name: 'travel-understudy', version });

/** A HAR file around its entries. */
export const harForm: ListForm = {
  head: `{"log":{"version":"1.2","creator":${creator},"entries":[`,
  between: ',',
  tail: ']}}',
  type: 'application/json',
};

interface Surroundings {
  baseUrl: string;
  dialect: Dialect;
}

/** One exchange as an entry of a HAR file: masked as it was stored, in the words that the wire had. */
export function harEntry(exchange: ExchangeView, { baseUrl, dialect }: Surroundings) {
  const { opened, answered, closed, operation } = exchange;
  const wait = Math.max(0, (answered ?? opened).at - opened.at);
  const receive = answered && closed ? Math.max(0, closed.at - answered.at) : 0;
  const spoken = (direction: 'request' | 'answer', body: unknown) =>
    operation !== null && isOperationId(operation) ? dialect.toDialect(operation, direction, body) : body;
  return {
    startedDateTime: isoInstant(opened.at),
    time: wait + receive,
    request: requestOf(exchange, baseUrl + exchange.url, spoken('request', exchange.requestBody)),
    response: responseOf(exchange, spoken('answer', exchange.answerBody)),
    cache: {},
    timings: { send: 0, wait, receive },
    _number: exchange.number,
    _operation: operation,
    ...(closed && { _ending: closed.ending }),
    ...(exchange.faults && { _faults: exchange.faults }),
    ...(exchange.warnings && { _warnings: exchange.warnings }),
    ...(exchange.bodiesDropped && { _bodiesDropped: true }),
  };
}

function requestOf({ method, requestHeaders = {} }: ExchangeView, url: string, body: unknown) {
  const text = method === 'GET' ? undefined : textOf(body); // what a GET asks for stands in its address
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headersOf(requestHeaders),
    queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
    ...(text !== undefined && { postData: { mimeType: requestHeaders['content-type'] ?? '', text } }),
    headersSize: -1,
    bodySize: -1,
  };
}

function responseOf({ status = 0, answerHeaders = {}, closed }: ExchangeView, body: unknown) {
  const text = textOf(body);
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headersOf(answerHeaders),
    content: {
      size: text === undefined ? 0 : new TextEncoder().encode(text).length,
      mimeType: answerHeaders['content-type'] ?? '',
      ...(text !== undefined && { text }),
    },
    redirectURL: '',
    headersSize: -1,
    bodySize: closed?.bytes ?? -1,
  };
}

const textOf = (body: unknown): string | undefined => (body === undefined ? undefined : JSON.stringify(body));

const headersOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));
