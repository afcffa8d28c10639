import { useEffect, useState } from 'preact/hooks';
import type { InventoryKind } from '#contracts/inventory';
import { Button, counted, visible } from '../shared/index.ts';
import { ControlFailure, type InventoryPage, type InventoryRecord } from './control.ts';
import type { Session } from './live.ts';
import { attempt, Choice, Confirm, explain, Field, FormDialog, notify, type Row, Table } from './parts.tsx';

const kinds: readonly InventoryKind[] = ['hotels', 'destinations', 'cars', 'transfers', 'tours'];

export function InventoryTab({ session }: { readonly session: Session }) {
  const [kind, setKind] = useState<InventoryKind>('hotels');
  const [text, setText] = useState('');
  const [{ records, hasMore }, setPage] = useState<InventoryPage>({ records: [], hasMore: false });
  const [changes, setChanges] = useState(0);
  const [draft, setDraft] = useState<Partial<InventoryRecord>>();
  const isResetting = session.isResetting.value;
  useEffect(() => {
    const ending = new AbortController();
    session.api.inventory(kind, text, ending.signal).then(setPage, error => {
      if (!ending.signal.aborted) notify(explain(error), true);
    });
    return () => ending.abort();
  }, [session, kind, text, changes, isResetting]);
  const shown = { session, kind, onChanged: () => setChanges(count => count + 1) };
  return (
    <section aria-label="Inventory">
      <search class="row filters">
        <Choice
          label="Kind"
          value={kind}
          choices={kinds.map(name => [name, name])}
          onChoose={name => setKind(kinds.find(one => one === name) ?? kind)}
        />
        <Field
          {...{ class: 'grow', label: 'Find a record', type: 'search', value: text, onText: setText }}
          placeholder="id, name, destination…"
        />
        <Button class="main" onClick={() => setDraft({ destination: records[0]?.destination })}>
          Add a record
        </Button>
      </search>
      <p class="soft" role="status">
        {hasMore && 'The first '}
        {counted(records.length, kind.slice(0, -1))}. The next call of your client sees a change here.
      </p>
      {records.length > 0 && <RecordTable {...shown} records={records} onChange={setDraft} />}
      {records.length === 0 && (
        <p class="card empty">
          <strong>No record found.</strong> Without cars, transfers or tours in the inventory, each
          destination sells the built-in ones.
        </p>
      )}
      {draft && <RecordForm {...shown} draft={draft} onClose={() => setDraft(undefined)} />}
    </section>
  );
}

interface Shown {
  readonly session: Session;
  readonly kind: InventoryKind;
  /** After the server has stored a change. */
  readonly onChanged: () => void;
}

interface TableProps extends Shown {
  readonly records: readonly InventoryRecord[];
  readonly onChange: (record: InventoryRecord) => void;
}

function RecordTable({ session, kind, records, onChange, onChanged }: TableProps) {
  const [removed, setRemoved] = useState<InventoryRecord>();
  const change = async (action: () => Promise<unknown>, done: string) => {
    if (await attempt(action, done)) onChanged();
  };
  const sell = ({ id, soldOut }: InventoryRecord) =>
    change(
      () => session.api.patchRecord(kind, id, { soldOut: soldOut === true ? null : true }),
      `${id} is ${soldOut === true ? 'offered again' : 'sold out'}.`,
    );
  const rowOf = (record: InventoryRecord): Row => ({
    key: record.id,
    cells: [
      <>
        <code>{visible(String(record.id))}</code>
        {record.soldOut === true && <span class="tag">sold out</span>}
      </>,
      visible(nameOf(record)),
      visible(String(record.destination ?? record.id)),
    ],
    actions: (
      <>
        {kind !== 'destinations' && (
          <Button onClick={() => void sell(record)}>
            {record.soldOut === true ? 'Offer again' : 'Sell out'}
          </Button>
        )}
        <Button onClick={() => onChange(record)}>Change</Button>
        <Button onClick={() => setRemoved(record)}>Remove</Button>
      </>
    ),
  });
  return (
    <>
      <Table
        caption={`Records of ${kind}`}
        columns={['Id', 'Name', 'Destination']}
        rows={records.map(rowOf)}
      />
      {removed && (
        <Confirm
          title={`Remove ${removed.id}?`}
          text="Bookings keep their data. A reset of the sandbox restores the records of the start."
          action="Remove"
          onConfirm={() =>
            void change(() => session.api.removeRecord(kind, removed.id), `${removed.id} is removed.`)
          }
          onClose={() => setRemoved(undefined)}
        />
      )}
    </>
  );
}

const nameOf = ({ name }: InventoryRecord): string =>
  typeof name === 'object' ? String(Object(name).en) : String(name ?? '');

interface FormProps extends Shown {
  /** A new record has no id. */
  readonly draft: Partial<InventoryRecord>;
  readonly onClose: () => void;
}

function RecordForm({ session, kind, draft, onChanged, onClose }: FormProps) {
  const [text, setText] = useState(() => JSON.stringify({ id: null, ...draft }, null, 2));
  const save = async () => {
    const value = Object(JSON.parse(text));
    const { id = value.id } = draft;
    if (!id) return 'id: missing';
    if (draft.id === undefined && (await session.api.hasRecord(kind, id)))
      return `id: ${id} exists; close this window, and change that record`;
    await session.api.putRecord(kind, id, value);
    notify(`${id} is saved.`);
    return onChanged();
  };
  const title = draft.id === undefined ? `Add to ${kind}` : `Change ${draft.id}`;
  return (
    <FormDialog title={title} action="Save" onClose={onClose} onSubmit={save} linesOf={linesOf}>
      <label>
        <span class="soft small">The record as JSON; a field that you leave out is generated</span>
        <textarea
          rows={16}
          spellcheck={false}
          value={text}
          onInput={event => setText(event.currentTarget.value)}
        />
      </label>
    </FormDialog>
  );
}

/** One line for each wrong field. */
function linesOf(error: unknown): string[] {
  if (error instanceof SyntaxError) return [`The text is not JSON: ${error.message}`];
  const details = error instanceof ControlFailure ? error.details : [];
  const lines = details.map(({ field, message }) => (field ? `${field}: ${message}` : message));
  return lines.length > 0 ? lines : [explain(error)];
}
