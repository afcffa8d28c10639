import type { PagePlay } from '../../report/index.ts';
import { Command, Facts, StoryView, shortDuration, visible } from '../shared/index.ts';
import { type RuleGroup, shownState, useView } from './model.ts';
import { Card, Clauses, FindingText, RuleName, RuleTable } from './rules.tsx';

export function PlayView({ play }: { readonly play: PagePlay }) {
  const { place, change } = useView();
  const { name, title, state, reason, story, repeat, output, trouble } = play;
  const { tone, name: word } = shownState(state);
  const { rule } = place;
  const chosen = play.verdicts.filter(verdict => rule === undefined || verdict.rule === rule);
  const proving = (chosen.length > 0 ? chosen : play.verdicts).flatMap(({ findings }) =>
    findings.flatMap(({ exchanges }) => exchanges),
  );
  const call = place.call === undefined ? undefined : Number(place.call);
  return (
    <article>
      <h2>
        <span class={`mark ${tone}`}>{word}</span> {visible(name)}
      </h2>
      {title && <p class="lead">{visible(title)}</p>}
      <Facts facts={playFacts(play)} />
      {reason && <p class="card note">{visible(reason)}</p>}
      {trouble && <p class="card note bad">{visible(trouble)}</p>}
      {play.verdicts.map(verdict => (
        <FindingCard key={verdict.rule} {...{ play, verdict }} />
      ))}
      {story && (
        <section>
          <h3>The story</h3>
          <StoryView
            story={story}
            marked={[...new Set(proving)]}
            selected={call}
            onSelect={number => change({ call: number === undefined ? undefined : String(number) })}
          />
        </section>
      )}
      {repeat && (
        <section>
          <h3>Run it again</h3>
          <Command text={visible(repeat)} label="Copy the command" />
        </section>
      )}
      {output && (
        <section>
          <h3>The end of the client's output</h3>
          <pre class="body output" tabindex={0}>
            {visible(output)}
          </pre>
        </section>
      )}
      <RuleTable play={play} />
    </article>
  );
}

function FindingCard({ play, verdict }: RuleGroup['broken'][number]) {
  const { page, place } = useView();
  const rule = page.rules.find(({ id }) => id === verdict.rule);
  return (
    <Card
      weight={verdict.weight}
      isOpen={place.rule === undefined || place.rule === verdict.rule}
      name={<RuleName {...rule} id={verdict.rule} />}
      count={rule?.level}
    >
      <FindingText {...{ play, verdict }} />
      {rule && <Clauses ids={rule.clauses} />}
    </Card>
  );
}

function playFacts({ outcome, allowed = [], clock, seed, calls, tookMs, virtualMs, products }: PagePlay) {
  return [
    ['The client reported', outcome],
    ['Correct', allowed.join(' or ')],
    ['Product', products?.join(', ')],
    ['Calls', String(calls)],
    ['Clock', clock && (clock.mode === 'scaled' ? `scaled, ${clock.speed}×` : clock.mode)],
    ['Virtual time', virtualMs === undefined ? undefined : shortDuration(virtualMs)],
    ['Real time', tookMs === undefined ? undefined : shortDuration(tookMs)],
    ['Seed', seed],
  ] as const;
}
