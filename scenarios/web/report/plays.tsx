import { useMemo, useState } from 'preact/hooks';
import type { PagePlay, PlaysPage } from '../../report/index.ts';
import { Button, counted, shortDuration, visible } from '../shared/index.ts';
import { Facts, Headline } from './headline.tsx';
import {
  groupByRule,
  headline,
  linkTo,
  type Place,
  selectPlays,
  shownState,
  states,
  usePlace,
  valuesOf,
} from './model.ts';
import { PlayView } from './play.tsx';
import { RuleMatrix } from './rule-matrix.tsx';
import { RuleCards } from './rules.tsx';

interface FilterProps {
  readonly page: PlaysPage;
  readonly plays: readonly PagePlay[];
  readonly place: Place;
  change(place: Readonly<Record<string, string | undefined>>): void;
}

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
        <Button aria-pressed={!place.state} onClick={() => change({ state: undefined })}>
          All <b>{page.plays.length}</b>
        </Button>
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

const manyPlays = 200;

export function PlayList({ plays }: { readonly plays: readonly PagePlay[] }) {
  const [isFull, setFull] = useState(false);
  const order = states.map(({ state }) => state as string);
  const sorted = plays.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const shown = isFull ? sorted : sorted.slice(0, manyPlays);
  if (plays.length === 0)
    return (
      <section>
        <p class="quiet">Nothing matches these filters.</p>
      </section>
    );
  return (
    <section>
      <h2>Scenarios</h2>
      <ul class="plays">
        {shown.map(play => (
          <PlayLine key={play.name} play={play} />
        ))}
      </ul>
      {shown.length < sorted.length && (
        <Button onClick={() => setFull(true)}>Show the other {sorted.length - shown.length}</Button>
      )}
    </section>
  );
}

function PlayLine({ play }: { readonly play: PagePlay }) {
  const { name, title = '', state, outcome, virtualMs = 0, calls, verdicts } = play;
  const { tone, name: word } = shownState(state);
  const broken = verdicts.filter(({ weight }) => weight === 'fail').map(({ rule }) => rule);
  return (
    <li class={tone}>
      <span class={`mark ${tone}`}>{word}</span>
      <a href={linkTo({ play: name })}>{visible(name)}</a>
      <span class="title">{visible(title)}</span>
      <span class="end">{broken.length > 0 ? broken.join(', ') : (outcome ?? '')}</span>
      <span class="time">{`${counted(calls, 'call')}${virtualMs > 0 ? `, ${shortDuration(virtualMs)}` : ''}`}</span>
    </li>
  );
}

export function PlaysApp({ page }: { readonly page: PlaysPage }) {
  const [place, change] = usePlace();
  const { play: name, rule } = place;
  const only = page.plays.length === 1 ? page.plays[0] : undefined;
  const play = page.plays.find(one => one.name === name) ?? (name === undefined ? only : undefined);
  const plays = useMemo(() => selectPlays(page, place), [page, place]);
  const groups = useMemo(() => groupByRule(page, plays), [page, plays]);
  const { text, tone } = headline(page);
  const parts = { page, plays, place };
  return (
    <>
      <Headline text={text} tone={tone} what={page.kind === 'run' ? 'a run' : 'recorded traffic'} />
      <main>
        {(!play || only) && <Facts facts={page.facts} />}
        {play && !only && (
          <p>
            <a href={linkTo({ ...place, play: undefined, rule: undefined, call: undefined })} class="back">
              ← all scenarios
            </a>
          </p>
        )}
        {play ? (
          <PlayView page={page} play={play} place={place} change={change} />
        ) : (
          <>
            <Filters {...parts} change={change} />
            <RuleCards groups={groups} page={page} open={rule} />
            <RuleMatrix {...parts} />
            <PlayList plays={plays} />
            <Notes page={page} />
          </>
        )}
      </main>
    </>
  );
}

function Notes({ page: { notes } }: { readonly page: PlaysPage }) {
  if (notes.length === 0) return null;
  return (
    <section>
      <h2>Also noticed</h2>
      {notes.map(({ title, lines }) => (
        <div key={title} class="card note">
          <h3>{visible(title)}</h3>
          {lines.map(line => (
            <p key={line}>{visible(line)}</p>
          ))}
        </div>
      ))}
    </section>
  );
}
