import type { ExplorationPage } from '../../report/index.ts';
import { Command, counted, StoryView, visible } from '../shared/index.ts';
import { DocumentApp } from './document.tsx';
import { linkTo, usePlace } from './model.ts';
import { Card } from './rules.tsx';

export function ExplorationApp({ page }: { readonly page: ExplorationPage }) {
  const [place] = usePlace();
  return (
    <DocumentApp page={page}>
      <p class="lead">{visible(page.summary)}</p>
      {page.failures.length > 0 && <h2>What broke the client</h2>}
      {page.failures.map((failure, index) => (
        <FailureCard
          key={`${failure.flow} ${failure.invariant} ${failure.rule}`}
          {...{ page, failure, index }}
          isOpen={place.failure === undefined ? index === 0 : place.failure === String(index + 1)}
        />
      ))}
    </DocumentApp>
  );
}

interface FailureProps {
  readonly page: ExplorationPage;
  readonly failure: ExplorationPage['failures'][number];
  readonly index: number;
  readonly isOpen: boolean;
}

function FailureCard({ page, failure, index, isOpen }: FailureProps) {
  const { flow, invariant, rule, level, known, message, disturbances, outcome } = failure;
  const { books, runs, also, replay, suite } = failure;
  const weight = known ? 'known' : level === 'must' ? 'fail' : 'warn';
  const noticed = suite && (suite.noticed < suite.effects ? 'not noticed' : 'noticed');
  const about = page.rules.find(({ id }) => id === (rule ?? invariant));
  const picture = page.pictures?.[index];
  const held = [...books.services, ...books.charges.map(one => `charge ${one}`)].join(', ') || 'nothing';
  return (
    <Card
      {...{ weight, isOpen }}
      {...(noticed && !known && { mark: noticed })}
      id={`failure-${index + 1}`}
      name={
        <>
          <b>{visible(rule ?? invariant)}</b> in {visible(flow)}
        </>
      }
      count={counted(runs, 'run')}
    >
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
        <p class="soft">{`${also.length} other schedules show it too, such as ${visible(also[0]?.schedule.join(' and ') ?? '')} in ${visible(also[0]?.flow ?? '')}.`}</p>
      )}
      <p>
        <a href={linkTo({ failure: index + 1 })}>Link to this failure</a>
      </p>
    </Card>
  );
}
