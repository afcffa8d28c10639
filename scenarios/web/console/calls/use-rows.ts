import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks';

/** The visible part of a long list. */
export interface Rows {
  readonly items: readonly VirtualItem[];
  /** The height of the rows before the first visible row, in pixels. */
  readonly before: number;
  /** The height of the rows after the last visible row, in pixels. */
  readonly after: number;
  scrollTo(index: number): void;
}

/**
 * Returns the rows of a list that are visible in an element that scrolls. Only these rows exist in the page.
 *
 * @param height the height of each row in pixels
 */
export function useRows(scroller: RefObject<HTMLElement | null>, count: number, height: number): Rows {
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
    scrollTo: index => virtualizer.scrollToIndex(index),
  };
}
