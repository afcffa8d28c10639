import type { ControlQuery } from '#contracts/control';
import type { JournalEntry } from '../books/index.ts';
import { viewEntry } from '../pipeline/index.ts';
import type { Sandbox } from '../sandbox/index.ts';
import type { ControlParts, SomeHandlers } from './handler.ts';
import { harEntry, harForm } from './har.ts';
import { addressesOf } from './sandboxes.ts';
import { type ListForm, listTexts, streamTexts } from './stream.ts';

const jsonForm: ListForm = { head: '[', between: ',', tail: ']', type: 'application/json' };
const linesForm: ListForm = { head: '', between: '', tail: '', type: 'application/x-ndjson' };

export function exchangeHandlers({ dialect, ports }: ControlParts) {
  return {
    listExchanges({ sandbox, query, request }) {
      const acceptsLines = /application\/(?:x-)?ndjson/i.test(request.headers.get('accept') ?? '');
      const end = acceptsLines ? '\n' : '';
      const view = (entry: JournalEntry) =>
        query.bodies === 'false' ? entry.facts : viewEntry(sandbox, entry);
      const form = acceptsLines ? linesForm : jsonForm;
      return answerWith(sandbox, query, form, entry => JSON.stringify(view(entry)) + end);
    },
    exportHar(call) {
      const { sandbox, query } = call;
      const { baseUrl } = addressesOf(sandbox.identity.id, call, ports);
      return answerWith(sandbox, query, harForm, entry =>
        JSON.stringify(harEntry(viewEntry(sandbox, entry), baseUrl, dialect)),
      );
    },
  } satisfies SomeHandlers;
}

function answerWith(
  { clock, journal }: Sandbox,
  query: ControlQuery<'listExchanges'>,
  form: ListForm,
  write: (entry: JournalEntry) => string,
): Response {
  clock.settle();
  const texts = listTexts(journal.entries(query), write, form);
  return new Response(streamTexts(texts), {
    headers: { 'content-type': form.type, 'cache-control': 'no-store' },
  });
}
