import { useMemo, useState } from 'preact/hooks';
import type { PagePlay, PlaysPage } from '../../report/index.ts';
import { Button, counted, Facts, shortDuration, visible } from '../shared/index.ts';
import { Headline } from './document.tsx';
import {
  headline,
  linkTo,
  selectPlays,
  shownState,
  states,
  usePlace,
  useView,
  ViewContext,
} from './model.ts';
import { PlayView } from './play.tsx';
import { RuleMatrix } from './rule-matrix.tsx';
import { RuleCards } from './rules.tsx';

function Filters({ shown }: { readonly shown: number }) {
  const { page, place, change } = useView();
  return (
    <search class="row filters" aria-label="Filters">
      <div class="row counts">
        <Button aria-pressed={!place.state} onClick={() => change({ state: undefined })}>
          All <b>{page.plays.length}</b>
        </Button>
        {states.map(({ state, name, tone }) => {
          const count = page.plays.filter(play => play.state === state).length;
          const isChosen = place.state === state;
          return (
            count > 0 && (
              <Button
                key={state}
                class={tone}
                aria-pressed={isChosen}
                onClick={() => change({ state: isChosen ? undefined : state })}
              >
                {name} <b>{count}</b>
              </Button>
            )
          );
        })}
      </div>
      <input
        type="search"
        placeholder="Search scenarios, rules, messages"
        aria-label="Search scenarios, rules and messages"
        value={place.q ?? ''}
        onInput={event => change({ q: event.currentTarget.value })}
      />
      <Choice name="product" all={page.plays.flatMap(({ products = [] }) => products)} />
      <Choice name="tag" all={page.plays.flatMap(({ tags = [] }) => tags)} />
      <output class="soft">{shown === page.plays.length ? '' : `${shown} shown`}</output>
    </search>
  );
}

function Choice({ name, all }: { readonly name: 'product' | 'tag'; readonly all: readonly string[] }) {
  const { place, change } = useView();
  if (all.length === 0) return null;
  return (
    <select
      aria-label={`Filter by ${name}`}
      value={place[name] ?? ''}
      onChange={event => change({ [name]: event.currentTarget.value })}
    >
      <option value="">every {name}</option>
      {[...new Set(all)].sort().map(one => (
        <option key={one}>{one}</option>
      ))}
    </select>
  );
}

const manyPlays = 200;

function PlayList({ plays }: { readonly plays: readonly PagePlay[] }) {
  const [isFull, setFull] = useState(false);
  const order = states.map(({ state }) => state as string);
  const sorted = plays.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const shown = isFull ? sorted : sorted.slice(0, manyPlays);
  if (plays.length === 0)
    return (
      <section>
        <p class="soft">Nothing matches these filters.</p>
      </section>
    );
  return (
    <section>
      <h2>Scenarios</h2>
      <ul class="plays">
        {shown.map(play => (
          <PlayLine key={play.name} {...play} />
        ))}
      </ul>
      {shown.length < sorted.length && (
        <Button onClick={() => setFull(true)}>Show the other {sorted.length - shown.length}</Button>
      )}
    </section>
  );
}

function PlayLine({ name, title = '', state, outcome, virtualMs = 0, calls, verdicts }: PagePlay) {
  const { tone, name: word } = shownState(state);
  const broken = verdicts.filter(({ weight }) => weight === 'fail').map(({ rule }) => rule);
  return (
    <li class={tone}>
      <span class={`mark ${tone}`}>{word}</span>
      <a href={linkTo({ play: name })}>{visible(name)}</a>
      <span class="title soft">{visible(title)}</span>
      <span class="end">{broken.length > 0 ? broken.join(', ') : (outcome ?? '')}</span>
      <span class="time soft">{`${counted(calls, 'call')}${virtualMs > 0 ? `, ${shortDuration(virtualMs)}` : ''}`}</span>
    </li>
  );
}

export function PlaysApp({ page }: { readonly page: PlaysPage }) {
  const [place, change] = usePlace();
  const only = page.plays.length === 1 ? page.plays[0] : undefined;
  const play =
    page.plays.find(({ name }) => name === place.play) ?? (place.play === undefined ? only : undefined);
  const plays = useMemo(() => selectPlays(page, place), [page, place]);
  return (
    <ViewContext.Provider value={{ page, place, change }}>
      <Headline {...headline(page)} what={page.kind === 'run' ? 'a run' : 'recorded traffic'} />
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
          <PlayView play={play} />
        ) : (
          <>
            <Filters shown={plays.length} />
            <RuleCards plays={plays} />
            <RuleMatrix plays={plays} />
            <PlayList plays={plays} />
            <Notes notes={page.notes} />
          </>
        )}
      </main>
    </ViewContext.Provider>
  );
}

function Notes({ notes }: Pick<PlaysPage, 'notes'>) {
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
