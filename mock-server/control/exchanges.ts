import type { Dialect } from '#contracts';
import type { ControlQuery, ExchangeView } from '#contracts/control';
import type { JournalEntry } from '../journal/index.ts';
import { wireOf } from '../pipeline/index.ts';
import type { Ports } from '../ports.ts';
import type { Sandbox } from '../sandboxes/index.ts';
import type { ControlHandlers, FindSandboxOf } from './handler.ts';
import { harEntry, harForm } from './har.ts';
import { type ListForm, streamList } from './list-stream.ts';
import { addressesOf } from './sandbox-view.ts';

const jsonForm: ListForm = { head: '[', between: ',', tail: ']', type: 'application/json' };
const linesForm: ListForm = { head: '', between: '', tail: '', type: 'application/x-ndjson' };

interface Parts {
  find: FindSandboxOf;
  dialect: Dialect;
  ports: Ports;
}

/** The journal of a sandbox, as JSON, lines of JSON, or HAR. */
export function exchangeHandlers({
  find,
  dialect,
  ports,
}: Parts): ControlHandlers<'listExchanges' | 'exportHar'> {
  return {
    listExchanges(call) {
      const sandbox = find(call);
      const entries = read(sandbox, call.query);
      if (!acceptsLines(call.request))
        return streamList(entries, entry => JSON.stringify(viewEntry(sandbox, entry)), jsonForm);
      return streamList(entries, entry => `${JSON.stringify(viewEntry(sandbox, entry))}\n`, linesForm);
    },
    exportHar(call) {
      const sandbox = find(call);
      const { baseUrl } = addressesOf(sandbox.identity.id, { ...call, ports });
      const write = (entry: JournalEntry) =>
        JSON.stringify(harEntry(viewEntry(sandbox, entry), { baseUrl, dialect }));
      return streamList(read(sandbox, call.query), write, harForm);
    },
  };
}

function read(sandbox: Sandbox, query: ControlQuery<'listExchanges'>): JournalEntry[] {
  sandbox.clock.settle();
  return sandbox.journal.read(query);
}

function acceptsLines(request: Request): boolean {
  return /application\/(?:x-)?ndjson/i.test(request.headers.get('accept') ?? '');
}

/** An exchange as the control API shows it. */
export function viewEntry(sandbox: Sandbox, entry: JournalEntry): ExchangeView {
  const { facts, bodies } = entry;
  if (facts.closed && !bodies) return { ...facts, bodiesDropped: true };
  if (!bodies) return { ...facts };
  return { ...facts, ...wireOf(sandbox, entry) };
}
