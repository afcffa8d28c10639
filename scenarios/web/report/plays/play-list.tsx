import { useState } from 'preact/hooks';
import type { PagePlay } from '../../../reports/index.ts';
import { shortDuration, visible } from '../../shared/index.ts';
import { linkTo } from '../fragment.ts';
import { shownState, states } from '../states.ts';

const manyPlays = 200;

/** The plays as a table, the broken ones first. */
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
        <button type="button" onClick={() => setFull(true)}>
          Show the other {sorted.length - shown.length}
        </button>
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
      <span class="time">{`${calls} calls${virtualMs > 0 ? `, ${shortDuration(virtualMs)}` : ''}`}</span>
    </li>
  );
}
