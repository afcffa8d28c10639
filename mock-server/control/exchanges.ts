import type { ControlQuery } from '#contracts/control';
import type { JournalEntry } from '../journal/index.ts';
import { viewEntry } from '../pipeline/index.ts';
import type { Sandbox } from '../sandboxes/index.ts';
import type { ControlParts, SomeHandlers } from './handler.ts';
import { harEntry, harForm } from './har.ts';
import { addressesOf } from './sandbox-view.ts';

/** The texts that a streamed list has before, between and after its entries, and the media type of the list. */
export interface ListForm {
  readonly head: string;
  readonly between: string;
  readonly tail: string;
  readonly type: string;
}

const jsonForm: ListForm = { head: '[', between: ',', tail: ']', type: 'application/json' };
const linesForm: ListForm = { head: '', between: '', tail: '', type: 'application/x-ndjson' };

/** Creates the handlers that return the journal of a sandbox: as a JSON list, as one JSON text per line, or as HAR. */
export function exchangeHandlers({ dialect, ports }: ControlParts) {
  return {
    listExchanges({ sandbox, query, request }) {
      const acceptsLines = /application\/(?:x-)?ndjson/i.test(request.headers.get('accept') ?? '');
      const end = acceptsLines ? '\n' : '';
      const view = (entry: JournalEntry) =>
        query.bodies === 'false' ? entry.facts : viewEntry(sandbox, entry);
      const write = (entry: JournalEntry) => JSON.stringify(view(entry)) + end;
      return streamList(readJournal(sandbox, query), write, acceptsLines ? linesForm : jsonForm);
    },
    exportHar(call) {
      const { sandbox } = call;
      const { baseUrl } = addressesOf(sandbox.identity.id, call, ports);
      const write = (entry: JournalEntry) =>
        JSON.stringify(harEntry(viewEntry(sandbox, entry), baseUrl, dialect));
      return streamList(readJournal(sandbox, call.query), write, harForm);
    },
  } satisfies SomeHandlers;
}

function readJournal({ clock, journal }: Sandbox, query: ControlQuery<'listExchanges'>): JournalEntry[] {
  clock.settle();
  return journal.read(query);
}

const encoder = new TextEncoder();

/**
 * Streams a list entry by entry, because the text of all entries with their bodies can be far larger than the journal
 * in memory.
 */
function streamList<T>(entries: readonly T[], write: (entry: T) => string, form: ListForm): Response {
  let index = 0;
  const body = new ReadableStream<Uint8Array>({
    start: controller => controller.enqueue(encoder.encode(form.head)),
    pull(controller) {
      const entry = entries[index];
      if (entry === undefined) {
        controller.enqueue(encoder.encode(form.tail));
        controller.close();
        return;
      }
      controller.enqueue(encoder.encode((index === 0 ? '' : form.between) + write(entry)));
      index += 1;
    },
  });
  return new Response(body, { headers: { 'content-type': form.type, 'cache-control': 'no-store' } });
}
