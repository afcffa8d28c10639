import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Facts } from '#contracts/control';
import { Button, counted, shortDuration, visible } from '../../shared/index.ts';
import type { Session } from '../live.ts';
import { timeOfDay } from '../parts.tsx';
import { lineOf, useRows } from './filter.ts';

const quickFaults = [
  ['Lose the answer', { kind: 'cut', at: 'before-headers', commit: 'before' }],
  ['Answer 503', { kind: 'status', status: 503 }],
  ['Answer 429', { kind: 'status', status: 429, retryAfter: 30 }],
  ['Delay by 60 s', { kind: 'delay', by: 'PT60S' }],
  ['Break the JSON', { kind: 'body', how: 'invalid-json' }],
] as const;

export function NextCall(props: {
  readonly session: Session;
  readonly operation: string;
  readonly onArm: (operation: string) => void;
}) {
  const { session, operation, onArm } = props;
  const arm = (name: string, effect: object) => {
    const fault = { match: { operations: [operation], times: 1 }, effect };
    return session.act(() => session.api.arm(fault), `${name}: armed for the next ${operation}.`);
  };
  return (
    <fieldset class="next">
      <legend>Do this to the next {operation}</legend>
      <div class="row">
        {quickFaults.map(([name, effect]) => (
          <button key={name} type="button" onClick={() => void arm(name, effect)}>
            {name}
          </button>
        ))}
        <Button onClick={() => onArm(operation)}>Another fault…</Button>
      </div>
    </fieldset>
  );
}

const rowHeight = 36;
const columns = ['#', 'Time', 'Status', 'Operation', 'Content', 'Took'] as const;

interface TableProps {
  /** The calls, the newest first. */
  readonly calls: readonly Facts[];
  readonly selected: number | undefined;
  readonly onSelect: (number: number) => void;
}

export function CallTable(props: TableProps) {
  const { calls, selected, onSelect } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRows(scroller, calls.length, rowHeight);
  useStablePosition(scroller, calls);
  useFirstPosition(props, rows.scrollTo);
  const click = ({ target }: Event) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-number]') : null;
    if (row) onSelect(Number(row.dataset.number));
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = calls.findIndex(({ number }) => number === selected);
    const next = calls[Math.min(calls.length - 1, Math.max(0, at + step))];
    if (!next) return;
    rows.scrollTo(calls.indexOf(next));
    onSelect(next.number);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in the rows have the focus; their keys and clicks arrive here
    <div ref={scroller} class="calls-scroll" onClick={click} onKeyDown={move}>
      <table class="calls" aria-rowcount={calls.length + 1}>
        <caption class="hidden">Recorded calls, the newest first</caption>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(name => (
              <th key={name} scope="col" class={name === '#' ? 'c-number' : `c-${name.toLowerCase()}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.before > 0 && <Spacer height={rows.before} />}
          {rows.items.map(({ index, key }) => {
            const call = calls[index];
            return (
              call && <CallRow key={key} call={call} index={index} isSelected={call.number === selected} />
            );
          })}
          {rows.after > 0 && <Spacer height={rows.after} />}
        </tbody>
      </table>
    </div>
  );
}

const Spacer = ({ height }: { readonly height: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in this row can have the focus
  <tr aria-hidden="true">
    <td style={{ height: `${height}px`, padding: 0, border: 0 }} />
  </tr>
);

/** Keeps the visible rows in their place when new calls arrive above them. */
function useStablePosition(scroller: RefObject<HTMLElement | null>, calls: readonly Facts[]): void {
  const before = useRef<number>(undefined);
  useLayoutEffect(() => {
    const element = scroller.current;
    const known = before.current;
    before.current = calls[0]?.number;
    if (!element || known === undefined || element.scrollTop < rowHeight) return;
    const added = calls.findIndex(({ number }) => number === known);
    if (added > 0) element.scrollTop += added * rowHeight;
  }, [calls, scroller]);
}

function useFirstPosition({ calls, selected }: TableProps, scrollTo: (index: number) => void): void {
  const isDone = useRef(selected === undefined);
  useEffect(() => {
    const index = isDone.current ? -1 : calls.findIndex(({ number }) => number === selected);
    if (index < 0) return;
    isDone.current = true;
    scrollTo(index);
  }, [calls, selected]);
}

interface RowProps {
  readonly call: Facts;
  readonly index: number;
  readonly isSelected: boolean;
}

function CallRow({ call, index, isSelected }: RowProps) {
  const { number, operation, method, url, opened, answered, closed, faults = [], warnings } = call;
  const end = closed?.at ?? answered?.at;
  return (
    <tr aria-rowindex={index + 2} data-number={number} class={isSelected ? 'selected' : undefined}>
      <td class="c-number soft">{number}</td>
      <td class="c-time">{timeOfDay(opened.at)}</td>
      <td class="c-status">
        <StatusBadge call={call} />
      </td>
      <th scope="row" class="c-operation">
        <button
          type="button"
          class="open cut"
          aria-pressed={isSelected}
          ref={element => {
            if (isSelected && element && document.activeElement?.closest('.calls-scroll')) element.focus();
          }}
        >
          {operation ?? visible(`${method} ${url}`)}
        </button>
      </th>
      <td class="c-content soft">
        {faults.map(({ id, kind }) => (
          <span key={id} class="tag bad">
            {kind}
          </span>
        ))}
        {warnings && <span class="tag warn">{counted(warnings.length, 'hint')}</span>}
        {visible(lineOf(call))}
      </td>
      <td class="c-took soft">{end === undefined ? 'open' : shortDuration(end - opened.at)}</td>
    </tr>
  );
}

export function StatusBadge({ call }: { readonly call: Facts }) {
  const { status, closed } = call;
  if (closed === undefined && status === undefined) return <span class="badge">open</span>;
  if (closed !== undefined && closed.ending !== 'complete')
    return <span class="badge bad">{closed.ending === 'reset' ? 'reset' : 'left'}</span>;
  const kind = status === undefined || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
  return <span class={`badge ${kind}`}>{status ?? 'none'}</span>;
}
