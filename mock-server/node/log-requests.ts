import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { styleText } from 'node:util';
import { systemClock } from '#contracts';
import type { Warning } from '#contracts/exchange';
import { memoize } from '#contracts/util';
import { hostMachine } from '../clock/index.ts';
import { createPathRedactor } from '../http/index.ts';
import type { MockSupplier } from '../index.ts';
import { type AnsweredResponse, answerKey, handshakeRefused } from './channels.ts';

interface LogOptions {
  readonly log: 'pretty' | 'json';
  /** The log masks it, as it masks the secrets of the sandboxes. */
  readonly controlToken: string | undefined;
}

/** Subscribes to a diagnostics channel of Node, so a server without a log has no extra work. */
export function logRequests(supplier: MockSupplier, { log, controlToken }: LogOptions): void {
  const redactPath = createPathRedactor(supplier, [controlToken]);
  const lineOf = log === 'json' ? jsonLine : textLine;
  const print = createLineWriter();
  if (process.versions.bun !== undefined)
    console.error(
      'Bun does not report requests, so the log has no lines for them; the journal has every call',
    );
  handshakeRefused.subscribe(reason => {
    const time = new Date(systemClock.now()).toISOString();
    const msg = 'TLS handshake refused';
    print(
      log === 'json' ? JSON.stringify({ level: 'warn', time, reason, msg }) : `${time} ${msg}: ${reason}`,
    );
  });
  subscribe('http.server.request.start', message => {
    // The documentation of Node defines this type for the message.
    const { request, response } = message as { request: IncomingMessage; response: AnsweredResponse };
    const start = systemClock.now();
    // A client that uses this server as a proxy sends a complete URL instead of a path.
    const sent = (request.url ?? '').replace(/[?#].*/s, '').replace(/^https?:\/\/[^/]*/i, '');
    // The path is redacted now, because the request can remove the sandbox whose secrets must be masked.
    const path = redactPath(sent, request.socket.localPort, String(request.headers.baggage ?? '')).replaceAll(
      /[^!-~]/g,
      '?',
    );
    response.once('close', () => print(lineOf(describe(request.method ?? '', response, path, start))));
  });
}

function describe(method: string, response: AnsweredResponse, path: string, start: number) {
  const now = systemClock.now();
  const { headers = {}, warnings = [] } = response[answerKey] ?? {};
  const exchange = headers['x-understudy-exchange'];
  return {
    time: new Date(now).toISOString(),
    method,
    path,
    /** Undefined if the connection was cut. */
    status: response.writableFinished ? response.statusCode : undefined,
    ms: now - start,
    sandbox: headers['x-understudy-sandbox'],
    exchange: exchange === undefined ? undefined : Number(exchange),
    warnings,
  };
}

type LoggedRequest = ReturnType<typeof describe>;

const writeEvery = 10; // milliseconds, which a person does not notice

/** The lines of some milliseconds are written at once, because a write costs more than many an answer. */
function createLineWriter(): (line: string) => void {
  let lines = '';
  const flush = () => {
    if (lines !== '') process.stdout.write(lines);
    lines = '';
  };
  process.once('exit', flush);
  return line => {
    if (lines === '') hostMachine.timer(writeEvery, flush, true);
    lines += `${line}\n`;
  };
}

const maxWarnings = 10;

function textLine({ time, method, path, status, ms, warnings }: LoggedRequest): string {
  const shown = firstOf(warnings).map(({ kind, field, message }) => {
    const place = field === '' ? 'the body' : field;
    return `  ${styleText('yellow', `warning (${kind})`)}: ${place} ${message}`;
  });
  const more = warnings.length - maxWarnings;
  if (more > 0) shown.push(`  ${more} more warnings are in the journal`);
  const result = status === undefined ? 'connection cut' : statusText(status);
  return [`${time} ${method} ${path} ${result} ${ms} ms`, ...shown].join('\n');
}

/** With the fields of the line that reports the start of the server. */
function jsonLine({ time, method, path, status, ms, sandbox, exchange, warnings }: LoggedRequest): string {
  const answer = { status: status ?? null, ms, sandbox, exchange };
  const shown = warnings.length > 0 && { warnings: firstOf(warnings) };
  return JSON.stringify({ level: 'info', time, method, path, ...answer, ...shown, msg: 'request' });
}

/** A question mark replaces each control character, because the names come from a client. */
const firstOf = (warnings: readonly Warning[]): Warning[] =>
  warnings.slice(0, maxWarnings).map(({ kind, field, message }) => ({
    kind,
    field: withoutControls(field),
    message: withoutControls(message),
  }));

const withoutControls = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');

/** Kept, because to color a text takes as long as the rest of the line. */
const statusText = memoize((status: number): string => {
  const color = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  return styleText(color, String(status));
});
