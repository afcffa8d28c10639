import type { ExplorationPage } from '../../../reports/index.ts';
import { Command, StoryView, visible } from '../../shared/index.ts';
import { linkTo, usePlace } from '../fragment.ts';
import { Facts, Headline } from '../headline.tsx';
import { Curve } from './curve.tsx';
import { FaultMatrix } from './fault-matrix.tsx';

type Failure = ExplorationPage['report']['failures'][number];

/** The page of an exploration: the failures with their smallest examples, the matrix, and the curve. */
export function ExplorationApp({ page }: { readonly page: ExplorationPage }) {
  const { report, summary } = page;
  const [place] = usePlace();
  const must = report.failures.filter(({ level, known }) => level === 'must' && !known).length;
  const isUnsteady =
    report.unsteady.length > 0 || report.flows.some(({ state }) => state === 'non-deterministic');
  const tone = must > 0 ? 'bad' : isUnsteady || report.failures.length > 0 ? 'warn' : 'good';
  const text =
    must > 0
      ? `${must} ${must === 1 ? 'failure' : 'failures'} found`
      : report.runs === 0
        ? 'Nothing was explored'
        : `Nothing broke in ${report.runs} runs`;
  return (
    <>
      <Headline text={text} tone={tone} what="an exploration" />
      <main>
        <Facts facts={factsOf(page)} />
        <p class="lead">{visible(summary)}</p>
        {report.failures.length > 0 && <h2>What broke the client</h2>}
        {report.failures.map((failure, index) => (
          <FailureCard
            key={`${failure.flow} ${failure.invariant} ${failure.rule}`}
            {...{ page, failure, index }}
            isOpen={place.failure === undefined ? index === 0 : place.failure === String(index + 1)}
          />
        ))}
        <Unsteady page={page} />
        <FaultMatrix matrix={report.matrix} />
        <Curve points={report.curve} />
        <Flows page={page} />
      </main>
    </>
  );
}

function factsOf({ report }: ExplorationPage): [string, string][] {
  const { command, depth, runs, newTraces, extraRuns, left, ended, seed, understudy, skipped } = report;
  const ends = {
    complete: 'complete',
    budget: `the budget was used up, about ${left} runs left`,
    stopped: 'stopped',
  };
  return [
    ['Client', command ? command.join(' ') : 'the reference client'],
    ['Runs', `${runs}, and ${extraRuns} to find the smallest examples`],
    ['New traces', String(newTraces)],
    ['Skipped', String(skipped.knownState + skipped.sameEffect)],
    ['Depth', String(depth)],
    ['End', ends[ended]],
    ['Seed', seed],
    ['Version', understudy],
  ];
}

interface FailureProps {
  readonly page: ExplorationPage;
  readonly failure: Failure;
  readonly index: number;
  readonly isOpen: boolean;
}

function FailureCard({ page, failure, index, isOpen }: FailureProps) {
  const { flow, invariant, rule, level, known, message, disturbances, outcome, books, runs, also, replay } =
    failure;
  const weight = known ? 'known' : level === 'must' ? 'fail' : 'warn';
  const about = page.rules.find(({ id }) => id === (rule ?? invariant));
  const picture = page.report.pictures?.[index];
  const held = [...books.services, ...books.charges.map(one => `charge ${one}`)].join(', ') || 'nothing';
  return (
    <details class={`card rule ${weight}`} open={isOpen} id={`failure-${index + 1}`}>
      <summary>
        <span class={`mark ${weight}`}>{known ? 'known' : level === 'must' ? 'broken' : 'warning'}</span>
        <span class="what">
          <b>{visible(rule ?? invariant)}</b> in {visible(flow)}
        </span>
        <span class="count">{runs === 1 ? '1 run' : `${runs} runs`}</span>
      </summary>
      <div class="inside">
        <div class="finding">
          <p>{visible(message)}</p>
          {about && <p class="expected">{about.title}</p>}
        </div>
        <ul class="disturbances">
          {disturbances.map(one => (
            <li key={one}>⚡ {visible(one)}</li>
          ))}
        </ul>
        <p>{`The client reported ${visible(outcome)}; the supplier holds: ${visible(held)}.`}</p>
        {picture?.story ? (
          <StoryView story={picture.story} marked={picture.exchanges} />
        ) : (
          <pre class="body">{failure.story.map(visible).join('\n')}</pre>
        )}
        <h3>Play it again</h3>
        <Command text={visible(replay)} label="Copy the command" />
        {also.length > 0 && (
          <p class="quiet">{`${also.length} other schedules show it too, such as ${visible(also[0]?.schedule.join(' and ') ?? '')} in ${visible(also[0]?.flow ?? '')}.`}</p>
        )}
        <p>
          <a href={linkTo({ failure: index + 1 })}>Link to this failure</a>
        </p>
      </div>
    </details>
  );
}

function Unsteady({ page: { report } }: { readonly page: ExplorationPage }) {
  const { unsteady, stale } = report;
  if (unsteady.length === 0 && stale.length === 0) return null;
  return (
    <section>
      <h2>Also noticed</h2>
      {unsteady.map(({ flow, schedule }) => (
        <p key={`${flow} ${schedule}`} class="card note">
          {`${visible(flow)}: with ${visible(schedule.join(' and '))}, two equal runs were different.`}
        </p>
      ))}
      {stale.map(line => (
        <p key={line} class="card note">
          {`The baseline lists a failure that did not happen; remove the line: ${visible(line)}`}
        </p>
      ))}
    </section>
  );
}

function Flows({ page: { report } }: { readonly page: ExplorationPage }) {
  const tones = { explored: 'good', 'not-played': 'none', 'non-deterministic': 'warn' } as const;
  return (
    <section>
      <h2>Flows</h2>
      <ul class="plays">
        {report.flows.map(({ id, state, outcome, calls, reason }) => (
          <li key={id}>
            <span class={`mark ${tones[state]}`}>{state}</span>
            <span>{visible(id)}</span>
            <span class="title">{visible(reason ?? '')}</span>
            <span class="end">{visible(outcome)}</span>
            <span class="time">{calls.length} calls</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
