import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import type { Facts } from '#contracts/control';
import { contentOf } from '#contracts/exchange';
import { memoize } from '#contracts/util';

/** An empty text means every call. */
export const noFilter = { operation: '', status: '', booking: '', text: '' };

/** What a person has chosen to see. */
export type CallFilter = Readonly<typeof noFilter>;

export const statusChoices = {
  '2': '2xx: answered',
  '4': '4xx: refused',
  '5': '5xx: failed',
  none: 'no answer',
  fault: 'matched by a fault',
} as const;

export function filterCalls(calls: readonly Facts[], filter: CallFilter): readonly Facts[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const booking = filter.booking.trim();
  return calls
    .toReversed()
    .filter(
      call =>
        (filter.operation === '' || (call.operation ?? 'none') === filter.operation) &&
        (filter.status === '' || hasStatus(call, filter.status)) &&
        (booking === '' || bookingsIn(call).some(id => id.includes(booking))) &&
        words.every(word => searchText(call).includes(word)),
    );
}

function hasStatus({ status, faults, closed }: Facts, choice: string): boolean {
  if (choice === 'fault') return (faults?.length ?? 0) > 0;
  if (choice === 'none')
    return status === undefined || (closed !== undefined && closed.ending !== 'complete');
  return String(status).startsWith(choice);
}

const bookingsIn = ({ request, answer }: Facts): string[] =>
  [answer.bookingId, request.bookingId].filter(id => id !== undefined && id !== '0').map(String);

export const lineOf = memoize(contentOf, new WeakMap());

const searchText = memoize((call: Facts): string => {
  const { number, method, url, operation, status, faults = [], scenario = '' } = call;
  const kinds = faults.map(({ kind }) => kind);
  const parts = [number, method, url, operation, status, scenario, lineOf(call), ...kinds];
  return parts.join(' ').toLowerCase();
}, new WeakMap());

/** Computes the texts of calls while the page has nothing else to do, so that the first filter by text is fast. */
export function prepareTexts(calls: readonly Facts[]): () => void {
  let index = calls.length - 1;
  const work = (idle: IdleDeadline) => {
    for (; index >= 0 && idle.timeRemaining() > 0; index -= 1) {
      const call = calls[index];
      if (call) searchText(call);
    }
    if (index >= 0) handle = requestIdleCallback(work);
  };
  let handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
}

/** Only the visible rows exist in the page. `height`: of each row in pixels. */
export function useRows(scroller: RefObject<HTMLElement | null>, count: number, height: number) {
  const [, draw] = useReducer<number, undefined>(drawn => drawn + 1, 0);
  const made = useRef<Virtualizer<HTMLElement, Element>>(undefined);
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => draw(undefined),
  };
  made.current ??= new Virtualizer<HTMLElement, Element>(options);
  const virtualizer = made.current;
  virtualizer.setOptions(options);
  useEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  const items = virtualizer.getVirtualItems();
  return {
    items,
    before: items[0]?.start ?? 0,
    after: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
    scrollTo: (index: number) => virtualizer.scrollToIndex(index),
  };
}
