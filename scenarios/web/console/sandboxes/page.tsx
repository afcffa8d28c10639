import { useEffect, useRef, useState } from 'preact/hooks';
import type { SandboxView } from '#contracts/control';
import { shortDuration } from '../../shared/index.ts';
import { sandboxApi } from '../control/index.ts';
import { dateAndTime } from '../parts/index.ts';
import { hrefOf } from '../route.ts';
import { importFrom, SandboxActions } from './actions.tsx';
import { CreateForm } from './create-form.tsx';
import {
  followList,
  hasMore,
  isFirstPage,
  listProblem,
  readAt,
  readList,
  sandboxes,
  showNext,
  showPrevious,
} from './list.ts';

/** The page that lists the sandboxes of the server. */
export function SandboxesPage() {
  const [isCreating, setCreating] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    void followList(ending.signal);
    return () => ending.abort();
  }, []);
  const list = sandboxes.value;
  return (
    <div class="page">
      <div class="title">
        <h1>Sandboxes</h1>
        <div class="row">
          <ImportButton />
          <button type="button" class="main" onClick={() => setCreating(true)}>
            New sandbox
          </button>
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
          {list.length > 0 ? <SandboxTable list={list} /> : <NoSandboxes />}
          <PageButtons />
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

/** The buttons for the other pages of the list. A server with few sandboxes has one page, and no buttons. */
function PageButtons() {
  if (isFirstPage() && !hasMore.value) return null;
  return (
    <div class="row end">
      <button type="button" disabled={isFirstPage()} onClick={() => void showPrevious()}>
        Previous page
      </button>
      <button type="button" disabled={!hasMore.value} onClick={() => void showNext()}>
        Next page
      </button>
    </div>
  );
}

function SandboxTable({ list }: { readonly list: readonly SandboxView[] }) {
  return (
    <div class="card">
      <table class="sandboxes">
        <caption class="hidden">Sandboxes of this server</caption>
        <thead>
          <tr>
            <th scope="col">Sandbox</th>
            <th scope="col">Clock (UTC)</th>
            <th scope="col">Calls</th>
            <th scope="col">Bookings</th>
            <th scope="col">Faults</th>
            <th scope="col">Age</th>
            <th scope="col">
              <span class="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map(sandbox => (
            <SandboxRow key={sandbox.id} sandbox={sandbox} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SandboxRow({ sandbox }: { readonly sandbox: SandboxView }) {
  const { id, clock, calls, bookings, faults, closed, scenario, createdAt } = sandbox;
  const api = sandboxApi(id);
  return (
    <tr>
      <th scope="row">
        <a href={hrefOf(id)}>{id}</a>
        {closed && <span class="tag">closed</span>}
        {scenario !== null && <span class="tag">{scenario}</span>}
      </th>
      <td data-label="Clock">
        <span class="number">{dateAndTime(Date.parse(clock.now))}</span>{' '}
        <span class="tag">{clock.mode === 'scaled' ? `${clock.scale} × as fast` : clock.mode}</span>
      </td>
      <td data-label="Calls" class="number">
        {calls}
      </td>
      <td data-label="Bookings" class="number">
        {bookings}
      </td>
      <td data-label="Faults" class="number">
        {faults}
      </td>
      <td data-label="Age" class="number">
        {shortDuration(readAt.value - Date.parse(createdAt))}
      </td>
      <td class="actions">
        <SandboxActions
          sandbox={sandbox}
          onReset={() => api.reset().then(readList)}
          onDelete={() => api.remove().then(readList)}
        />
      </td>
    </tr>
  );
}

function ImportButton() {
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => file.current?.click()}>
        Import
      </button>
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
