import { useEffect, useRef, useState } from 'preact/hooks';
import type { ExchangeView, Facts } from '#contracts/control';
import { visible } from '../../shared/index.ts';
import type { Session } from '../live/index.ts';
import { dateAndTime, explain } from '../parts/index.ts';
import { BodyView, HeaderView } from './body-view.tsx';
import { NextCall } from './next-call.tsx';
import { Refusal } from './refusal.tsx';
import { StatusBadge } from './table.tsx';

/** One recorded call with its request and its answer. */
export function CallDetail(props: {
  readonly session: Session;
  readonly call: Facts;
  readonly onClose: () => void;
  /** Opens the form for a fault of an operation. */
  readonly onArm: (operation: string) => void;
}) {
  const { session, call, onClose, onArm } = props;
  const { whole, problem } = useExchange(session, call);
  const { number, method, url, operation, opened, faults = [] } = call;
  const own = useRef<HTMLElement>(null);
  useEffect(() => own.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <aside ref={own} class="card detail" aria-label={`Call ${number}`}>
      <div class="detail-head">
        <h2>
          <span class="soft">#{number}</span> {operation ?? 'unknown address'}
        </h2>
        <button type="button" class="quiet" aria-label="Close this call" onClick={onClose}>
          ✕
        </button>
      </div>
      <p>
        <StatusBadge call={call} />{' '}
        <code>
          {method} {visible(url)}
        </code>
      </p>
      <p class="soft">
        {dateAndTime(opened.at)} UTC on the clock of the sandbox
        {call.connection && `, request ${call.connection.request} of connection ${call.connection.id}`}
      </p>
      {faults.map(({ id, kind, commit }) => (
        <p key={id}>
          <span class="tag fault">{kind}</span> Fault “{id}” changed the answer
          {commit === undefined
            ? '.'
            : commit === 'never'
              ? '; the operation had no effect.'
              : `; the operation took effect ${commit} the fault.`}
        </p>
      ))}
      <Refusal call={whole ?? call} />
      {operation !== null && <NextCall session={session} operation={operation} onArm={onArm} />}
      {problem && <p class="bad">{problem}</p>}
      {whole ? <Bodies whole={whole} /> : !problem && <p class="soft">Reading the bodies…</p>}
    </aside>
  );
}

/** Reads the headers and bodies of a call. A call that is still open is read again when it ends. */
function useExchange(session: Session, call: Facts) {
  const [whole, setWhole] = useState<ExchangeView>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let isCurrent = true;
    session.api.exchange(call.number).then(
      found => {
        if (!isCurrent) return;
        setWhole(found?.opened.real === call.opened.real ? found : undefined);
        setProblem(
          found?.opened.real === call.opened.real ? '' : 'The server does not have this call any more.',
        );
      },
      error => isCurrent && setProblem(explain(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [session, call]);
  return { whole, problem };
}

function Bodies({ whole }: { readonly whole: ExchangeView }) {
  const { requestHeaders, requestBody, answerHeaders, answerBody, bodiesDropped } = whole;
  if (bodiesDropped) return <p class="soft">The journal was full and dropped the bodies of this call.</p>;
  return (
    <>
      <h3>Request</h3>
      <HeaderView headers={requestHeaders} />
      <BodyView body={requestBody} label="Copy the body of the request" />
      <h3>Answer</h3>
      <HeaderView headers={answerHeaders} />
      <BodyView body={answerBody} label="Copy the body of the answer" />
    </>
  );
}
