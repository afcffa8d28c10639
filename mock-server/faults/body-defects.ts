import { limits, parseDuration } from '#contracts';
import type { FaultEffect } from '#contracts/fault';
import { textOf } from '../pipeline/body.ts';
import type { ExchangeState, Outcome } from '../pipeline/exchange.ts';
import { pauseFor } from '../pipeline/pause.ts';
import { describeUnreadable } from '../pipeline/unreadable.ts';
import { forget } from './forget.ts';

type Defect = FaultEffect<'body'>['how'];

/** An answer, and the call and the effect that spoil it. */
interface Spoiling {
  readonly exchange: ExchangeState;
  readonly effect: FaultEffect<'body'>;
}

type Spoil = (outcome: Outcome, text: string, spoiling: Spoiling) => Outcome;

const json = 'application/json; charset=utf-8';

/** What each defect makes of an answer. */
const defects: { readonly [D in Defect]: Spoil } = {
  truncated: (outcome, text) => withText(outcome, text.slice(0, Math.floor(text.length / 2))),
  // A comma before the last brace: it looks whole, and is no JSON.
  'invalid-json': (outcome, text) => withText(outcome, `${text.slice(0, -1)},${text.slice(-1)}`),
  empty: outcome => withText(outcome, ''),
  xml: outcome => withText(outcome, xmlPage, 'application/xml; charset=utf-8'),
  html: outcome => withText(outcome, htmlPage, 'text/html; charset=utf-8'),
  'byte-order-mark': (outcome, text) => withText(outcome, `\uFEFF${text}`),
  'wrong-content-type': (outcome, text) => withText(outcome, text, 'text/html; charset=utf-8'),
  // The text stays what it was: who goes by the label cannot read it, who knows that JSON is UTF-8 can.
  'wrong-charset': (outcome, text) => withText(outcome, text, 'application/json; charset=utf-16'),
  'slow-drip': (outcome, _, { exchange, effect }) => drip(outcome, exchange, effect),
  'cut-gzip': outcome => ({ ...outcome, wire: { kind: 'cut-gzip' } }),
};

/** Those after which a client that reads with care still has the answer. */
const readable: ReadonlySet<Defect> = new Set([
  'byte-order-mark',
  'wrong-content-type',
  'wrong-charset',
  'slow-drip',
]);

const xmlPage =
  '<?xml version="1.0" encoding="utf-8"?>\n<Response><Result>Error</Result><Message>The service could not write its answer as JSON.</Message></Response>\n';
const htmlPage =
  '<!DOCTYPE html>\n<html><head><title>The service is not available</title></head><body><h1>The service is not available</h1><p>Please try again in a few moments.</p></body></html>\n';

/** An answer with what is wrong with its body; of one that cannot be read nothing is recorded as the client's answer. */
export function spoil(outcome: Outcome, spoiling: Spoiling): Outcome {
  const { exchange, effect } = spoiling;
  if (!readable.has(effect.how)) {
    forget(exchange);
  }
  const spoilt = defects[effect.how](outcome, textOf(outcome.body), spoiling);
  if (!readable.has(effect.how) && !spoilt.wire)
    exchange.answer = describeUnreadable(textOf(spoilt.body), exchange.sandbox.redactor);
  return spoilt;
}

function withText(outcome: Outcome, text: string, type = json): Outcome {
  const headers = { ...outcome.headers, 'content-type': type };
  const extraHeaders =
    type === json ? outcome.extraHeaders : { ...outcome.extraHeaders, 'content-type': type };
  return { ...outcome, headers, extraHeaders, body: [text], isAscii: false };
}

const dripPieces = 21;

function drip(
  outcome: Outcome,
  { sandbox, operation }: ExchangeState,
  { over }: FaultEffect<'body'>,
): Outcome {
  const whole = over === undefined ? limits.slowDrip.value : parseDuration(over);
  const who = `${operation?.id ?? 'a call'}, dripping by a fault`;
  const wait = { ms: whole / (dripPieces - 1), who };
  return {
    ...outcome,
    wire: {
      kind: 'drip',
      pieces: dripPieces,
      pause: (client, after) => pauseFor(sandbox, { ...wait, client, holder: after }, after),
    },
  };
}
