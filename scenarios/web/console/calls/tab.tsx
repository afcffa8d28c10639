import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button, counted } from '../../shared/index.ts';
import { FaultForm } from '../faults.tsx';
import { maxCalls, type Session } from '../live.ts';
import { attempt, Choice, download, Field } from '../parts.tsx';
import { route, selectCall } from '../route.ts';
import { CallDetail } from './detail.tsx';
import { type CallFilter, filterCalls, noFilter, prepareTexts, statusChoices } from './filter.ts';
import { CallTable } from './table.tsx';

/** The key `/` moves the focus to the text field. */
function FilterBar(props: {
  readonly filter: CallFilter;
  readonly operations: readonly string[];
  readonly onChange: (filter: CallFilter) => void;
}) {
  const { filter, operations, onChange } = props;
  const set = (change: Partial<CallFilter>) => onChange({ ...filter, ...change });
  const text = useRef<HTMLInputElement>(null);
  useEffect(() => onKey('/', () => text.current?.focus()), []);
  const isFiltered = Object.values(filter).some(value => value !== '');
  return (
    <search class="row filters">
      <Choice
        label="Operation"
        value={filter.operation}
        choices={[
          ['', 'all'],
          ...operations.map(id => [id, id === 'none' ? 'unknown address' : id] as const),
        ]}
        onChoose={operation => set({ operation })}
      />
      <Choice
        label="Status"
        value={filter.status}
        choices={[['', 'all'], ...Object.entries(statusChoices)]}
        onChoose={status => set({ status })}
      />
      <Field
        label="Booking"
        size={14}
        value={filter.booking}
        placeholder="id"
        onText={booking => set({ booking })}
      />
      <label class="grow">
        <span class="soft small">Text</span>
        <input
          ref={text}
          type="search"
          value={filter.text}
          placeholder="path, reference, error code… (press /)"
          onInput={event => set({ text: event.currentTarget.value })}
        />
      </label>
      <Button disabled={!isFiltered} onClick={() => onChange(noFilter)}>
        Clear
      </Button>
    </search>
  );
}

function onKey(key: string, act: () => void): () => void {
  const listen = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, select, textarea');
    if (event.key !== key || isTyping || event.ctrlKey || event.metaKey) return;
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    act();
  };
  addEventListener('keydown', listen);
  return () => removeEventListener('keydown', listen);
}

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
  useEffect(() => onKey('Escape', () => select(undefined)), [session]);
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
        <FaultForm session={session} operation={arming} onClose={() => arm(undefined)} />
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
        {`${found === total ? '' : `${found} of `}${counted(total, 'call')}`}
        {total >= maxCalls && recorded > total && `; this page keeps only the newest ${maxCalls}`}
        {facts > 0 && `; the journal was full and dropped ${counted(facts, 'older call')}`}
        {bodies > 0 && `; the journal was full and dropped the bodies of ${counted(bodies, 'older call')}`}
      </p>
      <Button
        disabled={total === 0}
        onClick={() =>
          void attempt(
            async () => download(`${session.id}.har`, await session.api.har()),
            'The HAR file is saved. Secrets are masked in it.',
          )
        }
      >
        Download HAR
      </Button>
    </div>
  );
}

function NoCalls({ session }: { readonly session: Session }) {
  const { baseUrl } = session.sandbox.value ?? {};
  return (
    <div class="card empty">
      <p>
        <strong>No calls yet.</strong> Send a call to this sandbox, and it appears here at once.
      </p>
      {baseUrl && (
        <p class="soft">
          The base address is <code>{baseUrl}</code>. The part “Connect” has a first call to copy.
        </p>
      )}
    </div>
  );
}
