import { type Dialect, isOperationId, version } from '#contracts';
import type { ExchangeView } from '#contracts/control';
import { isoInstant } from './handler.ts';

// HAR 1.2, whose public description lets other members begin with an underscore.

const creator = JSON.stringify({ name: 'travel-understudy', version });

export const harForm = {
  head: `{"log":{"version":"1.2","creator":${creator},"entries":[`,
  between: ',',
  tail: ']}}',
  type: 'application/json',
};

/** The journal has already masked the secrets. */
export function harEntry(exchange: ExchangeView, baseUrl: string, dialect: Dialect) {
  const { opened, answered, closed, operation } = exchange;
  const wait = Math.max(0, (answered ?? opened).at - opened.at);
  const receive = answered && closed ? Math.max(0, closed.at - answered.at) : 0;
  const textOf = (direction: 'request' | 'answer', body: unknown): string | undefined => {
    const isKnown = operation !== null && isOperationId(operation);
    return JSON.stringify(isKnown ? dialect.toDialect(operation, direction, body) : body);
  };
  return {
    startedDateTime: isoInstant(opened.at),
    time: wait + receive,
    request: requestOf(exchange, baseUrl + exchange.url, textOf('request', exchange.requestBody)),
    response: responseOf(exchange, textOf('answer', exchange.answerBody)),
    cache: {},
    timings: { send: 0, wait, receive },
    _number: exchange.number,
    _operation: operation,
    ...(closed && { _ending: closed.ending }),
    ...(exchange.faults && { _faults: exchange.faults }),
    ...(exchange.personalHeaders && { _personalHeaders: exchange.personalHeaders }),
    ...(exchange.warnings && { _warnings: exchange.warnings }),
    ...(exchange.bodiesDropped && { _bodiesDropped: true }),
  };
}

function requestOf({ method, requestHeaders = {} }: ExchangeView, url: string, text: string | undefined) {
  const hasBody = text !== undefined && method !== 'GET'; // a GET has its values in the address
  return {
    method,
    url,
    ...shared(requestHeaders),
    queryString: namesAndValues(new URL(url).searchParams),
    ...(hasBody && { postData: { mimeType: requestHeaders['content-type'] ?? '', text } }),
    bodySize: -1,
  };
}

function responseOf({ status = 0, answerHeaders = {}, closed }: ExchangeView, text: string | undefined) {
  return {
    status,
    statusText: '',
    ...shared(answerHeaders),
    content: {
      size: new TextEncoder().encode(text).length,
      mimeType: answerHeaders['content-type'] ?? '',
      ...(text !== undefined && { text }),
    },
    redirectURL: '',
    bodySize: closed?.bytes ?? -1,
  };
}

const shared = (headers: Readonly<Record<string, string>>) => ({
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: namesAndValues(Object.entries(headers)),
  headersSize: -1,
});

const namesAndValues = (pairs: Iterable<[string, string]>) =>
  [...pairs].map(([name, value]) => ({ name, value }));
