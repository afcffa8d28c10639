import { type Fired, streamTexts } from '../clock/index.ts';
import { listTexts, withIsoInstant } from './handler.ts';

/** A longer list of events is written in slices. */
const maxAtOnce = 1_000;

/** The place of the events in the JSON text of an answer without events. A quotation mark inside a value would be escaped. */
const place = '"fired":[]';

/**
 * Returns an answer with events. A long list is streamed, with the same JSON text.
 *
 * @param json the answer with the empty list `fired`
 */
export function answerWithFired<Json extends { fired: never[] }>(json: Json, fired: readonly Fired[]) {
  if (fired.length <= maxAtOnce) return { json: { ...json, fired: fired.map(withIsoInstant) } };
  const [before, after] = JSON.stringify(json).split(place);
  const parts = { head: `${before}"fired":[`, between: ',', tail: `]${after}` };
  const texts = listTexts(fired, event => JSON.stringify(withIsoInstant(event)), parts);
  return new Response(streamTexts(texts), { headers: { 'content-type': 'application/json' } });
}
