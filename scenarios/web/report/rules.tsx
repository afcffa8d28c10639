import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { PagePlay, PageRule, PageVerdict } from '../../report/index.ts';
import { Button, counted, visible } from '../shared/index.ts';
import { groupByRule, linkTo, type RuleGroup, useView } from './model.ts';
import { letters } from './rule-matrix.tsx';

export function RuleCards({ plays }: { readonly plays: readonly PagePlay[] }) {
  const { page, place } = useView();
  const groups = useMemo(() => groupByRule(page, plays), [page, plays]);
  if (groups.length === 0) return null;
  return (
    <section>
      <h2>What the client did wrong</h2>
      {groups.map(group => (
        <RuleCard
          key={group.rule.id}
          {...group}
          isOpen={place.rule === group.rule.id || groups.length === 1}
        />
      ))}
    </section>
  );
}

export const marks = { fail: 'broken', warn: 'warning', known: 'known' } as const;

interface CardProps {
  readonly weight: PageVerdict['weight'];
  readonly mark?: string;
  readonly name: ComponentChildren;
  readonly count: ComponentChildren;
  readonly id?: string;
  readonly isOpen: boolean;
  readonly children: ComponentChildren;
}

/** A card about what broke, with a summary of one line. */
export const Card = ({ weight, mark = marks[weight], name, count, id, isOpen, children }: CardProps) => (
  <details class={`card rule ${weight}`} open={isOpen} id={id}>
    <summary>
      <span class={`mark ${weight}`}>{mark}</span>
      <span class="what">{name}</span>
      <span class="count">{count}</span>
    </summary>
    <div class="inside">{children}</div>
  </details>
);

const manyPlays = 60;

function RuleCard({ rule, weight, broken, isOpen }: RuleGroup & { readonly isOpen: boolean }) {
  const { page } = useView();
  const [isFull, setFull] = useState(false);
  const [first] = broken;
  const shown = isFull ? broken : broken.slice(0, manyPlays);
  return (
    <Card
      {...{ weight, isOpen }}
      id={`rule-${rule.id}`}
      name={<RuleName {...rule} />}
      count={counted(broken.length, page.kind === 'run' ? 'scenario' : 'recording')}
    >
      <Clauses ids={rule.clauses} />
      {first && <FindingText {...first} />}
      <p class="row places">
        In{' '}
        {shown.map(({ play, verdict }) => (
          <a key={play.name} class={verdict.weight} href={linkTo({ play: play.name, rule: rule.id })}>
            {visible(play.name)}
          </a>
        ))}
        {broken.length > shown.length && (
          <Button onClick={() => setFull(true)}>and {broken.length - shown.length} more</Button>
        )}
      </p>
    </Card>
  );
}

export const RuleName = ({ id, title }: Pick<PageRule, 'id'> & Partial<PageRule>) => (
  <>
    <b>{id}</b> {title}
  </>
);

export function Clauses({ ids }: { readonly ids: PageRule['clauses'] }) {
  const { clauses } = useView().page;
  return (
    <ul class="clauses soft">
      {ids.map(id => (
        <li key={id}>
          <code>{id}</code> {clauses[id] ?? ''}
        </li>
      ))}
    </ul>
  );
}

export function FindingText({ verdict: { rule, findings, more }, play }: RuleGroup['broken'][number]) {
  return (
    <>
      {findings.map(({ message, expected, exchanges, warn }) => (
        <div key={message} class="finding">
          <p>
            {warn && <span class="mark warn">a warning</span>}
            {visible(message)}
          </p>
          <p class="expected">{visible(expected)}</p>
          {exchanges.length > 0 && (
            <p class="proof soft">
              Proof:{' '}
              {exchanges.map(number => (
                <a key={number} href={linkTo({ play: play.name, rule, call: number })}>
                  exchange {number}
                </a>
              ))}
            </p>
          )}
        </div>
      ))}
      {more !== undefined && <p class="soft">{counted(more, 'further finding')} of this rule</p>}
    </>
  );
}

export function RuleTable({ play }: { readonly play: PagePlay }) {
  const { page, place } = useView();
  const reasons = new Map(play.reasons.map(([rule, text]) => [rule, page.texts[text]]));
  const rows = page.rules.map((rule, index) => ({
    rule,
    letter: play.cells[index],
    reason: reasons.get(index),
    isChosen: rule.id === place.rule,
  }));
  return (
    <section>
      <h3>All rules</h3>
      {letters.map(({ letter, title, mark }) => {
        const own = rows.filter(row => row.letter === letter);
        if (own.length === 0) return null;
        return (
          <details key={letter} class="card verdicts" open={own.some(({ isChosen }) => isChosen)}>
            <summary>
              <span class={`mark ${mark}`}>{title}</span> {own.length}
            </summary>
            <ul class="inside">
              {own.map(({ rule, reason, isChosen }) => (
                <li key={rule.id} class={isChosen ? 'chosen' : ''}>
                  <RuleName {...rule} />
                  {reason && <span class="soft"> {visible(reason)}</span>}
                  {isChosen && <Clauses ids={rule.clauses} />}
                </li>
              ))}
            </ul>
          </details>
        );
      })}
    </section>
  );
}
