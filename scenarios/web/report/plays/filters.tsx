import type { PagePlay, PlaysPage } from '../../../reports/index.ts';
import type { Place } from '../fragment.ts';
import { states } from '../states.ts';
import { valuesOf } from './model.ts';

interface FilterProps {
  readonly page: PlaysPage;
  readonly plays: readonly PagePlay[];
  readonly place: Place;
  change(place: Readonly<Record<string, string | undefined>>): void;
}

/** The counts of the states, which also filter, and the other filters. */
export function Filters({ page, plays, place, change }: FilterProps) {
  const counts = states.map(one => ({
    ...one,
    count: page.plays.filter(({ state }) => state === one.state).length,
  }));
  const products = valuesOf(page.plays, play => play.products);
  const tags = valuesOf(page.plays, play => play.tags);
  return (
    <search class="filters" aria-label="Filters">
      <div class="counts">
        <button type="button" aria-pressed={!place.state} onClick={() => change({ state: undefined })}>
          All <b>{page.plays.length}</b>
        </button>
        {counts.map(({ state, name, tone, count }) =>
          count === 0 ? null : (
            <button
              key={state}
              type="button"
              class={tone}
              aria-pressed={place.state === state}
              onClick={() => change({ state: place.state === state ? undefined : state })}
            >
              {name} <b>{count}</b>
            </button>
          ),
        )}
      </div>
      <input
        type="search"
        placeholder="Search scenarios, rules, messages"
        aria-label="Search scenarios, rules and messages"
        value={place.q ?? ''}
        onInput={event => change({ q: event.currentTarget.value })}
      />
      <Choice name="product" all={products} place={place} change={change} />
      <Choice name="tag" all={tags} place={place} change={change} />
      <output class="shown">{plays.length === page.plays.length ? '' : `${plays.length} shown`}</output>
    </search>
  );
}

interface ChoiceProps extends Pick<FilterProps, 'place' | 'change'> {
  readonly name: 'product' | 'tag';
  readonly all: readonly string[];
}

function Choice({ name, all, place, change }: ChoiceProps) {
  if (all.length === 0) return null;
  return (
    <select
      aria-label={`Filter by ${name}`}
      value={place[name] ?? ''}
      onChange={event => change({ [name]: event.currentTarget.value })}
    >
      <option value="">every {name}</option>
      {all.map(one => (
        <option key={one}>{one}</option>
      ))}
    </select>
  );
}
