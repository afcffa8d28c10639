import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { systemClock } from '#contracts';
import type { SandboxView } from '#contracts/control';
import { asObject, readJson } from '#contracts/util';
import { Button, counted, shortDuration } from '../shared/index.ts';
import { ControlFailure, controlToken, inNamespace, sandboxApi, serverApi, tokenProblem } from './control.ts';
import { CreateForm } from './create-sandbox.tsx';
import { attempt, Confirm, dateAndTime, download, explain, notify, type Row, Table } from './parts.tsx';
import { hrefOf } from './route.ts';

interface List extends Awaited<ReturnType<typeof serverApi.list>> {
  readonly readAt: number;
}

/** One page of the sandboxes of the server; undefined until the page has read them. */
const shown = signal<List | undefined>(undefined);
const beginnings = signal<readonly string[]>(['']);
/** Why the page cannot read the list; an empty text after a successful reading. */
const listProblem = signal('');

const pageSize = 100;

const isFirstPage = (): boolean => beginnings.value.length === 1;

function showNext(): Promise<void> {
  const last = shown.value?.sandboxes.at(-1)?.id;
  if (last !== undefined) beginnings.value = [...beginnings.value, last];
  return readList();
}

function showPrevious(): Promise<void> {
  if (!isFirstPage()) beginnings.value = beginnings.value.slice(0, -1);
  return readList();
}

async function readList(): Promise<void> {
  const after = beginnings.value.at(-1) ?? '';
  try {
    const page = await serverApi.list(after, pageSize);
    if (after !== beginnings.value.at(-1)) return; // the user has chosen another page in the meantime
    shown.value = { ...page, readAt: systemClock.now() };
    listProblem.value = '';
  } catch (error) {
    const isForbidden = error instanceof ControlFailure && error.status === 403;
    if (isForbidden && controlToken.value !== undefined) tokenProblem.value = 'metrics';
    listProblem.value = explain(error);
  }
}

const pollTime = 3_000;

async function followList(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (!document.hidden && tokenProblem.value === undefined) await readList();
    await systemClock.sleep(pollTime, signal).catch(() => {});
  }
}

const fork = (id: string) =>
  attempt(async () => {
    const snapshot = await sandboxApi(id).snapshot();
    const forked = await serverApi.create({ from: snapshot.id });
    notify(`Sandbox “${forked.id}” continues from “${id}”.`);
    location.hash = hrefOf(forked.id);
  });

const exportToFile = (id: string) =>
  attempt(
    async () => download(`sandbox-${id}.json`, await sandboxApi(id).exportFile()),
    'The file contains the passwords and tokens of this sandbox. Share it only with people who may know them.',
  );

/** Creates a sandbox from a file. If the id is in use, the new sandbox gets another id. */
async function importFrom(file: File): Promise<void> {
  await attempt(async () => {
    const text = await file.text();
    const own = idIn(text);
    // The list is in alphabetical order, so the ids that are similar to `own` come first.
    const { sandboxes } = await serverApi.list(own?.slice(0, -1) ?? '', 1_000);
    const known = sandboxes.map(({ id }) => id);
    const id = own !== undefined && known.includes(own) ? freeId(own, known) : undefined;
    const made = await inNamespace(id, wanted => serverApi.importFile(text, wanted));
    notify(`Sandbox “${made.id}” is imported.`);
  });
  await readList();
}

/** Undefined for another file; the server explains what is wrong with it. */
function idIn(text: string): string | undefined {
  const { id } = asObject(asObject(readJson(text)).identity);
  return typeof id === 'string' && /^[a-z0-9.-]+$/.test(id) ? id : undefined;
}

/** Returns an id that no sandbox has. An id has at most 40 characters. */
function freeId(wish: string, known: readonly string[]): string {
  for (let number = 2; ; number += 1) {
    const id = `${wish.slice(0, 34)}-${number}`;
    if (!known.includes(id)) return id;
  }
}

export function SandboxActions(props: {
  readonly sandbox: Pick<SandboxView, 'id' | 'calls' | 'bookings'>;
  readonly onReset: () => Promise<unknown>;
  readonly onDelete: () => Promise<unknown>;
}) {
  const { sandbox, onReset, onDelete } = props;
  const { id, calls, bookings } = sandbox;
  const [question, ask] = useState<'Reset' | 'Delete'>();
  const content = `${counted(calls, 'recorded call')} and ${counted(bookings, 'booking')}`;
  return (
    <>
      <Button onClick={() => void fork(id)}>Fork</Button>
      <Button onClick={() => void exportToFile(id)}>Export</Button>
      <Button onClick={() => ask('Reset')}>Reset</Button>
      {id !== 'default' && (
        <Button class="danger" onClick={() => ask('Delete')}>
          Delete
        </Button>
      )}
      {question && (
        <Confirm
          title={`${question} sandbox “${id}”?`}
          text={
            question === 'Reset'
              ? `The sandbox starts again with its seed and credentials. Its ${content} are removed.`
              : `The sandbox is removed with its ${content}. Export it first if you may need it again.`
          }
          action={question}
          onConfirm={() =>
            void (question === 'Reset'
              ? attempt(onReset, `Sandbox “${id}” is reset.`)
              : attempt(onDelete, `Sandbox “${id}” is deleted.`))
          }
          onClose={() => ask(undefined)}
        />
      )}
    </>
  );
}

export function SandboxesPage() {
  const [isCreating, setCreating] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    void followList(ending.signal);
    return () => ending.abort();
  }, []);
  const list = shown.value;
  return (
    <div class="page">
      <div class="row title">
        <h1>Sandboxes</h1>
        <div class="row">
          <ImportButton />
          <Button class="main" onClick={() => setCreating(true)}>
            New sandbox
          </Button>
        </div>
      </div>
      {listProblem.value && (
        <p class="banner bad" role="alert">
          {listProblem.value} This page tries again every few seconds.
        </p>
      )}
      {list === undefined ? (
        !listProblem.value && <p class="soft">Reading the sandboxes…</p>
      ) : (
        <>
          {list.sandboxes.length > 0 ? <SandboxTable {...list} /> : <NoSandboxes />}
          <PageButtons {...list} />
        </>
      )}
      {isCreating && <CreateForm onClose={() => setCreating(false)} />}
    </div>
  );
}

/** The text for the token of a team that has no sandbox yet. Without such a token, the list has at least the default sandbox. */
const NoSandboxes = () => (
  <p class="soft">
    Your token sees no sandbox yet. It sees only the sandboxes of its team. To create one, press “New
    sandbox”.
  </p>
);

function PageButtons({ hasMore }: List) {
  if (isFirstPage() && !hasMore) return null;
  return (
    <div class="row end">
      <Button disabled={isFirstPage()} onClick={() => void showPrevious()}>
        Previous page
      </Button>
      <Button disabled={!hasMore} onClick={() => void showNext()}>
        Next page
      </Button>
    </div>
  );
}

function SandboxTable({ sandboxes, readAt }: List) {
  const rowOf = (sandbox: SandboxView): Row => {
    const { id, clock, calls, bookings, faults, closed, scenario, createdAt } = sandbox;
    const api = sandboxApi(id);
    return {
      key: id,
      cells: [
        <>
          <a href={hrefOf(id)}>{id}</a>
          {closed && <span class="tag">closed</span>}
          {scenario !== null && <span class="tag">{scenario}</span>}
        </>,
        <>
          <span class="number">{dateAndTime(Date.parse(clock.now))}</span>{' '}
          <span class="tag">{clock.mode === 'scaled' ? `${clock.scale} × as fast` : clock.mode}</span>
        </>,
        calls,
        bookings,
        faults,
        <span class="number">{shortDuration(readAt - Date.parse(createdAt))}</span>,
      ],
      actions: (
        <SandboxActions
          sandbox={sandbox}
          onReset={() => api.reset().then(readList)}
          onDelete={() => api.remove().then(readList)}
        />
      ),
    };
  };
  return (
    <Table
      caption="Sandboxes of this server"
      columns={['Sandbox', 'Clock (UTC)', 'Calls', 'Bookings', 'Faults', 'Age']}
      rows={sandboxes.map(rowOf)}
    />
  );
}

function ImportButton() {
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => file.current?.click()}>Import</Button>
      <input
        ref={file}
        hidden
        type="file"
        accept="application/json,.json"
        aria-label="File of an exported sandbox"
        onChange={event => {
          const [chosen] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (chosen) void importFrom(chosen);
        }}
      />
    </>
  );
}
