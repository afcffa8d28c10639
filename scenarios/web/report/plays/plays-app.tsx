import { useMemo } from 'preact/hooks';
import type { PlaysPage } from '../../../reports/index.ts';
import { visible } from '../../shared/index.ts';
import { linkTo, usePlace } from '../fragment.ts';
import { Facts, Headline } from '../headline.tsx';
import { Filters } from './filters.tsx';
import { groupByRule, headline, selectPlays } from './model.ts';
import { PlayList } from './play-list.tsx';
import { PlayView } from './play-view.tsx';
import { RuleCards } from './rule-cards.tsx';
import { RuleMatrix } from './rule-matrix.tsx';

/** The page of a run, or of judged traffic: the verdict first, then the rules, then the scenarios. */
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
