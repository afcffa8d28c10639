import type { ControlQuery } from '#contracts/control';
import type { JournalEntry } from '../books/index.ts';
import { viewEntry } from '../pipeline/index.ts';
import type { Sandbox } from '../sandbox/index.ts';
import type { ControlParts, SomeHandlers } from './handler.ts';
import { harEntry, harForm } from './har.ts';
import { addressesOf } from './sandboxes.ts';
import { type ListParts, listTexts, streamTexts } from './stream.ts';

interface ListForm extends ListParts {
  readonly type: string;
}

const jsonForm: ListForm = { head: '[', between: ',', tail: ']', type: 'application/json' };
const linesForm: ListForm = { head: '', between: '', tail: '', type: 'application/x-ndjson' };

export function exchangeHandlers({ dialect, ports }: ControlParts) {
  return {
    listExchanges({ sandbox, query, request }) {
      const acceptsLines = /application\/(?:x-)?ndjson/i.test(request.headers.get('accept') ?? '');
      const end = acceptsLines ? '\n' : '';
      const view = (entry: JournalEntry) =>
        query.bodies === 'false' ? entry.facts : viewEntry(sandbox, entry);
      const write = (entry: JournalEntry) => JSON.stringify(view(entry)) + end;
      const form = acceptsLines ? linesForm : jsonForm;
      return answerOf(listTexts(readJournal(sandbox, query), write, form), form);
    },
    exportHar(call) {
      const { sandbox } = call;
      const { baseUrl } = addressesOf(sandbox.identity.id, call, ports);
      const write = (entry: JournalEntry) =>
        JSON.stringify(harEntry(viewEntry(sandbox, entry), baseUrl, dialect));
      return answerOf(listTexts(readJournal(sandbox, call.query), write, harForm), harForm);
    },
  } satisfies SomeHandlers;
}

function readJournal({ clock, journal }: Sandbox, query: ControlQuery<'listExchanges'>): Entries {
  clock.settle();
  return journal.entries(query);
}

type Entries = Iterable<JournalEntry>;

const answerOf = (texts: Iterable<string>, { type }: ListForm): Response =>
  new Response(streamTexts(texts), { headers: { 'content-type': type, 'cache-control': 'no-store' } });
