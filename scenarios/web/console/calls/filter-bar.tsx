import { useEffect, useRef } from 'preact/hooks';
import type { CallFilter } from './filter.ts';
import { noFilter, statusChoices } from './filter.ts';

/** The fields that choose calls. The key `/` moves the focus to the text field. */
export function FilterBar(props: {
  readonly filter: CallFilter;
  readonly operations: readonly string[];
  readonly onChange: (filter: CallFilter) => void;
}) {
  const { filter, operations, onChange } = props;
  const set = (change: Partial<CallFilter>) => onChange({ ...filter, ...change });
  const text = useRef<HTMLInputElement>(null);
  useEffect(() => focusOnSlash(() => text.current?.focus()), []);
  const isFiltered = Object.values(filter).some(value => value !== '');
  return (
    <search class="row filters">
      <label>
        <span>Operation</span>
        <select value={filter.operation} onChange={event => set({ operation: event.currentTarget.value })}>
          <option value="">all</option>
          {operations.map(id => (
            <option key={id} value={id}>
              {id === 'none' ? 'unknown address' : id}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Status</span>
        <select value={filter.status} onChange={event => set({ status: event.currentTarget.value })}>
          <option value="">all</option>
          {Object.entries(statusChoices).map(([value, shown]) => (
            <option key={value} value={value}>
              {shown}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Booking</span>
        <input
          size={14}
          value={filter.booking}
          placeholder="id"
          onInput={event => set({ booking: event.currentTarget.value })}
        />
      </label>
      <label class="grow">
        <span>Text</span>
        <input
          ref={text}
          type="search"
          value={filter.text}
          placeholder="path, reference, error code… (press /)"
          onInput={event => set({ text: event.currentTarget.value })}
        />
      </label>
      <button type="button" disabled={!isFiltered} onClick={() => onChange(noFilter)}>
        Clear
      </button>
    </search>
  );
}

/** Calls the function for the key `/`, unless a person types in a field. Returns a function that stops this. */
function focusOnSlash(focus: () => void): () => void {
  const listen = (event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof Element && event.target.closest('input, select, textarea, dialog');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    focus();
  };
  addEventListener('keydown', listen);
  return () => removeEventListener('keydown', listen);
}
