import { type JournalView, readView } from './read.ts';
import { writeEntry } from './recorded-call.ts';

/** The number of an exchange and a JSON text. */
type Text = [number, string];

/** The redacted content of a journal, for exported sandboxes and snapshots. */
export interface JournalState {
  next: number;
  facts: Text[];
  bodies: Text[];
}

/** Yields the exchanges of a state as the texts that a journal stores. */
export function* entryTexts(state: JournalState): Generator<Text> {
  const bodies = new Map(state.bodies);
  for (const [number, text] of state.facts) {
    const body = bodies.get(number);
    const entry = { facts: JSON.parse(text), bodies: body === undefined ? undefined : JSON.parse(body) };
    yield [number, writeEntry(entry)];
  }
}

/** Returns the state of a journal. */
export function dumpView(view: JournalView): JournalState {
  const state: JournalState = { next: view.next, facts: [], bodies: [] };
  for (const entry of readView(view, {})) {
    const { facts, bodies } = entry;
    state.facts.push([facts.number, JSON.stringify(facts)]);
    if (bodies) state.bodies.push([facts.number, JSON.stringify(bodies)]);
  }
  return state;
}
