import { useEffect, useState } from 'preact/hooks';
import { Button, counted, visible } from '../shared/index.ts';
import { type Rule, serverApi, type Verdicts } from './control.ts';
import type { Session } from './live.ts';
import { explain } from './parts.tsx';
import { hrefOfCall } from './route.ts';

type Verdict = Verdicts['verdicts'][number];

const order = ['fail', 'warn', 'harness-error', 'inconclusive', 'pass', 'not-observed'] as const;

export function VerdictsTab({ session }: { readonly session: Session }) {
  const { read, problem, judge, isJudging } = useVerdicts(session);
  const calls = session.calls.value.at(-1)?.number ?? 0;
  return (
    <section aria-label="Verdicts">
      <div class="row summary">
        <p class="soft" role="status">
          {read && summaryOf(read.value, session)}
          {read && calls > read.calls && ` ${counted(calls - read.calls, 'call')} arrived since then.`}
        </p>
        <Button class="main" disabled={isJudging} onClick={() => void judge()}>
          {isJudging ? 'Judging…' : 'Judge again'}
        </Button>
      </div>
      {problem && (
        <p class="banner bad" role="alert">
          {problem}
        </p>
      )}
      {read && <VerdictGroups sandbox={session.id} {...read} />}
    </section>
  );
}

function summaryOf({ final, verdicts, lostExchanges }: Verdicts, { id }: Session): string {
  const count = (word: string) => verdicts.filter(({ verdict }) => verdict === word).length;
  const lost =
    lostExchanges > 0
      ? ` The journal has dropped ${counted(lostExchanges, 'call')}, which these verdicts do not cover.`
      : '';
  return `${count('fail')} failed, ${count('warn')} warnings, ${count('pass')} passed, ${count('not-observed')} not observed. ${
    final
      ? 'The sandbox is closed, so these verdicts are final.'
      : `Sandbox “${id}” is open, so further calls can change these verdicts.`
  }${lost}`;
}

/** What the judge said, and the number of the last call that the page knew then. */
interface Read {
  readonly value: Verdicts;
  readonly rules: readonly Rule[];
  readonly calls: number;
}

function useVerdicts(session: Session) {
  const [read, setRead] = useState<Read>();
  const [problem, setProblem] = useState('');
  const [isJudging, setJudging] = useState(false);
  const judge = async () => {
    setJudging(true);
    const calls = session.calls.peek().at(-1)?.number ?? 0;
    try {
      const [value, rules] = await Promise.all([session.api.verdicts(), serverApi.rules()]);
      setRead({ value, rules, calls });
      setProblem('');
    } catch (error) {
      setProblem(explain(error));
    }
    setJudging(false);
  };
  // At first the page has read no calls, so it could not tell which calls the judge has seen.
  const isLive = session.link.value === 'live';
  useEffect(() => {
    if (isLive && !read) void judge();
  }, [session, isLive]);
  return { read, problem, judge, isJudging };
}

function VerdictGroups({ sandbox, value, rules }: Read & { readonly sandbox: string }) {
  return (
    <>
      {order.map(word => {
        const group = value.verdicts.filter(({ verdict }) => verdict === word);
        return (
          group.length > 0 && (
            <details key={word} class="card group" open={word !== 'pass' && word !== 'not-observed'}>
              <summary>
                <span class={`badge ${badgeOf(word)}`}>{word}</span> {counted(group.length, 'rule')}
              </summary>
              <ul>
                {group.map(verdict => (
                  <VerdictItem
                    key={verdict.rule}
                    {...{ sandbox, verdict }}
                    rule={rules.find(({ id }) => id === verdict.rule)}
                  />
                ))}
              </ul>
            </details>
          )
        );
      })}
    </>
  );
}

const badgeOf = (word: string): string =>
  ({ fail: 'bad', 'harness-error': 'bad', warn: 'warn', pass: 'good' })[word] ?? '';

const maxFindings = 5;

interface ItemProps {
  readonly sandbox: string;
  readonly verdict: Verdict;
  readonly rule: Rule | undefined;
}

function VerdictItem({ sandbox, verdict, rule }: ItemProps) {
  const { findings, more = 0, reason } = verdict;
  const expected = [...new Set(findings.map(one => one.expected))];
  const left = more + Math.max(0, findings.length - maxFindings);
  return (
    <li>
      <strong>{rule?.title ?? verdict.rule}</strong>{' '}
      <span class="soft">
        <code>{verdict.rule}</code> {rule && `(${rule.clauses.join(', ')})`}
      </span>
      {reason && <p class="soft">{visible(reason)}</p>}
      {findings.length > 0 && (
        <ul class="findings">
          {findings.slice(0, maxFindings).map(({ message, exchanges }) => (
            <li key={message + exchanges.join()}>
              {visible(message)}{' '}
              {exchanges.map(number => (
                <a key={number} href={hrefOfCall(sandbox, number)} aria-label={`Call ${number}`}>
                  #{number}{' '}
                </a>
              ))}
            </li>
          ))}
          {left > 0 && <li class="soft">{counted(left, 'more finding')}</li>}
        </ul>
      )}
      {expected.map(text => (
        <p key={text} class="expected">
          {visible(text)}
        </p>
      ))}
    </li>
  );
}
