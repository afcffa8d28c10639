import type { ExplorationPage } from '../../report/index.ts';
import { Command, counted, StoryView, visible } from '../shared/index.ts';
import { Facts, Headline } from './headline.tsx';
import { linkTo, usePlace } from './model.ts';

const width = 640;
const height = 150;
const edge = { left: 44, bottom: 24, top: 10, right: 12 };

export function Curve({ points }: { readonly points: readonly (readonly [number, number])[] }) {
  const last = points.at(-1);
  if (!last || points.length < 2) return null;
  const [runs, traces] = [Math.max(1, last[0]), Math.max(1, ...points.map(([, count]) => count))];
  const x = (count: number) => edge.left + (count / runs) * (width - edge.left - edge.right);
  const y = (count: number) => height - edge.bottom - (count / traces) * (height - edge.bottom - edge.top);
  const line = points.map(([at, count]) => `${x(at).toFixed(1)} ${y(count).toFixed(1)}`).join('L');
  return (
    <section>
      <h2>New traces</h2>
      <p class="quiet">When the curve gets flat, more runs show little that is new.</p>
      <svg
        class="curve"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${last[1]} new traces after ${last[0]} runs`}
      >
        <path class="axis" d={`M${edge.left} ${edge.top}V${height - edge.bottom}H${width - edge.right}`} />
        <path class="area" d={`M${x(0)} ${y(0)}L${line}L${x(last[0])} ${y(0)}z`} />
        <path class="line" d={`M${x(0)} ${y(0)}L${line}`} />
        <text x={edge.left - 6} y={y(traces) + 8} text-anchor="end">
          {traces}
        </text>
        <text x={edge.left - 6} y={y(0) + 2} text-anchor="end">
          0
        </text>
        <text x={x(runs)} y={height - 8} text-anchor="end">
          {`${runs} runs`}
        </text>
      </svg>
    </section>
  );
}

type Cell = ExplorationPage['report']['matrix'][number];

export function FaultMatrix({ matrix: all }: { readonly matrix: readonly Cell[] }) {
  if (all.length === 0) return null;
  // Each call of each test has its own row.
  const matrix = all.map(({ test, ...cell }) =>
    test === undefined ? cell : { ...cell, operation: `${test} · ${cell.operation}` },
  );
  const operations = [...new Set(matrix.map(({ operation }) => operation))];
  const kinds = [...new Set(matrix.map(({ kind }) => kind))].sort();
  const cells = new Map(matrix.map(cell => [`${cell.operation} ${cell.kind}`, cell]));
  return (
    <section>
      <h2>Operations and disturbances</h2>
      <p class="quiet">
        Runs with one disturbance: how many held, and how many broke. A dash means that it does not apply.
      </p>
      <section class="scroll" aria-label="Operations and disturbances" tabindex={0}>
        <table class="faults">
          <thead>
            <tr>
              <th scope="col">operation</th>
              {kinds.map(kind => (
                <th key={kind} scope="col">
                  {visible(kind)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {operations.map(operation => (
              <tr key={operation}>
                <th scope="row">{visible(operation)}</th>
                {kinds.map(kind => (
                  <FaultCell key={kind} cell={cells.get(`${operation} ${kind}`)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function FaultCell({ cell }: { readonly cell: Cell | undefined }) {
  if (!cell || cell.held + cell.broken === 0) {
    const tried = cell ? cell.notReached : 0;
    return <td class="none">{tried > 0 ? 'not reached' : '–'}</td>;
  }
  const { held, broken, heldRed = 0, brokenRed } = cell;
  const isNoticed = brokenRed === broken;
  if (brokenRed !== undefined)
    return (
      <td class={broken === 0 ? 'good' : isNoticed ? '' : 'bad'}>
        {broken > 0 && (
          <b>{isNoticed ? `${broken} noticed` : `${broken - brokenRed} of ${broken} not noticed`}</b>
        )}
        {held > 0 && ` ${held} right${heldRed > 0 ? ` (${heldRed} red)` : ''}`}
      </td>
    );
  return broken > 0 ? (
    <td class="bad">
      <b>{broken} broken</b>
      {held > 0 && `, ${held} held`}
    </td>
  ) : (
    <td class="good">{held} held</td>
  );
}

type Failure = ExplorationPage['report']['failures'][number];

export function ExplorationApp({ page }: { readonly page: ExplorationPage }) {
  const { report, summary } = page;
  const [place] = usePlace();
  const must = report.failures.filter(({ level, known }) => level === 'must' && !known).length;
  const isUnsteady =
    report.unsteady.length > 0 || report.flows.some(({ state }) => state === 'non-deterministic');
  const tone = must > 0 ? 'bad' : isUnsteady || report.failures.length > 0 ? 'warn' : 'good';
  const text =
    must > 0
      ? report.suite
        ? `${counted(must, 'mistake')} ${report.suite.strict ? 'found' : 'that no test notices'}`
        : `${counted(must, 'failure')} found`
      : report.runs === 0
        ? 'Nothing was explored'
        : `Nothing broke in ${counted(report.runs, 'run')}`;
  return (
    <>
      <Headline text={text} tone={tone} what={report.suite ? 'a test suite' : 'an exploration'} />
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
    [report.suite ? 'Suite' : 'Client', command ? command.join(' ') : 'the reference client'],
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
  const { suite } = failure;
  const isMissed = suite && suite.noticed < suite.effects;
  const about = page.rules.find(({ id }) => id === (rule ?? invariant));
  const picture = page.report.pictures?.[index];
  const held = [...books.services, ...books.charges.map(one => `charge ${one}`)].join(', ') || 'nothing';
  return (
    <details class={`card rule ${weight}`} open={isOpen} id={`failure-${index + 1}`}>
      <summary>
        <span class={`mark ${weight}`}>
          {known
            ? 'known'
            : suite
              ? isMissed
                ? 'not noticed'
                : 'noticed'
              : level === 'must'
                ? 'broken'
                : 'warning'}
        </span>
        <span class="what">
          <b>{visible(rule ?? invariant)}</b> in {visible(flow)}
        </span>
        <span class="count">{counted(runs, 'run')}</span>
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
        {suite && (
          <p>{`A test is red under ${suite.noticed} of ${counted(suite.effects, 'effect')}. Red: ${visible(suite.noticedBy.join(', ') || 'no test')}. Green: ${visible(suite.missedBy.join(', ') || 'no test')}.`}</p>
        )}
        <p>{`${suite ? 'The test was' : 'The client reported'} ${visible(outcome)}; the supplier holds: ${visible(held)}.`}</p>
        {picture?.story ? (
          <StoryView story={picture.story} marked={picture.exchanges} />
        ) : (
          <pre class="body">{failure.story.map(visible).join('\n')}</pre>
        )}
        {suite && suite.fixture.length > 0 && (
          <>
            <h3>For a test of this case</h3>
            <Command text={visible(suite.fixture.join('\n'))} label="Copy the lines" />
          </>
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
      <h2>{report.suite ? 'Tests' : 'Flows'}</h2>
      <ul class="plays">
        {report.flows.map(({ id, state, outcome, calls, reason }) => (
          <li key={id}>
            <span class={`mark ${tones[state]}`}>{state}</span>
            <span>{visible(id)}</span>
            <span class="title">{visible(reason ?? '')}</span>
            <span class="end">{visible(outcome)}</span>
            <span class="time">{counted(calls.length, 'call')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
