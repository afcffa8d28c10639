import { useEffect, useMemo, useState } from 'preact/hooks';
import { FaultForm } from '../faults/index.ts';
import { maxCalls, type Session } from '../live/index.ts';
import { attempt, Dialog, download } from '../parts/index.ts';
import { route, selectCall } from '../route.ts';
import { CallDetail } from './detail.tsx';
import { filterCalls, noFilter, prepareTexts } from './filter.ts';
import { FilterBar } from './filter-bar.tsx';
import { CallTable } from './table.tsx';

/** The recorded calls of a sandbox: filters, the live table, and the selected call. */
export function CallsTab({ session }: { readonly session: Session }) {
  const [filter, setFilter] = useState(noFilter);
  const selected = route.value.sandbox === undefined ? undefined : route.value.call;
  const select = (number: number | undefined) => selectCall(session.id, number);
  const [arming, arm] = useState<string | undefined>();
  const calls = session.calls.value;
  const found = useMemo(() => filterCalls(calls, filter), [calls, filter]);
  useEffect(() => prepareTexts(calls), [calls]);
  const operations = useMemo(() => [...new Set(calls.map(one => one.operation ?? 'none'))].sort(), [calls]);
  const call = useMemo(() => calls.find(one => one.number === selected), [calls, selected]);
  return (
    <section aria-label="Calls">
      <FilterBar filter={filter} operations={operations} onChange={setFilter} />
      <Summary session={session} found={found.length} />
      <div class={call ? 'split open' : 'split'}>
        {calls.length === 0 ? (
          <NoCalls session={session} />
        ) : (
          <CallTable calls={found} selected={selected} onSelect={select} />
        )}
        {call && (
          <CallDetail
            key={call.number}
            session={session}
            call={call}
            onClose={() => select(undefined)}
            onArm={arm}
          />
        )}
      </div>
      {arming !== undefined && (
        <Dialog title="Arm a fault" onClose={() => arm(undefined)}>
          <FaultForm session={session} operation={arming} onArmed={() => arm(undefined)} />
        </Dialog>
      )}
    </section>
  );
}

function Summary({ session, found }: { readonly session: Session; readonly found: number }) {
  const total = session.calls.value.length;
  const recorded = session.sandbox.value?.calls ?? total;
  const { facts = 0, bodies = 0 } = session.sandbox.value?.lost ?? {};
  return (
    <div class="row summary">
      <p class="soft" role="status">
        {found === total ? `${total} calls` : `${found} of ${total} calls`}
        {total >= maxCalls && recorded > total && `; this page keeps only the newest ${maxCalls}`}
        {facts > 0 && `; the journal was full and dropped ${facts} older calls`}
        {bodies > 0 && `; ${bodies} older calls have no bodies any more`}
      </p>
      <button
        type="button"
        disabled={total === 0}
        onClick={() =>
          void attempt(
            async () => download(`${session.id}.har`, await session.api.har()),
            'The HAR file is saved. Secrets are masked in it.',
          )
        }
      >
        Download HAR
      </button>
    </div>
  );
}

function NoCalls({ session }: { readonly session: Session }) {
  return (
    <div class="card empty">
      <p>
        <strong>No calls yet.</strong> Send a call to this sandbox, and it appears here at once.
      </p>
      <p class="soft">
        The base address is <code>{session.sandbox.value?.baseUrl}</code>. The part “Connect” has a first call
        to copy.
      </p>
    </div>
  );
}
