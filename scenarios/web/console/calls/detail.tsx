import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ExchangeView, Facts } from '#contracts/control';
import { asList, asObject, isObject } from '#contracts/util';
import { Button, Command, counted, visible } from '../../shared/index.ts';
import { useExchanges } from '../exchanges.ts';
import { effectOf, useRegistry } from '../fault-values.ts';
import type { Session } from '../live.ts';
import { dateAndTime } from '../parts.tsx';
import { NextCall, StatusBadge } from './table.tsx';

/** The maximum number of characters that the page shows at first. Drawing a longer text takes too long. */
const maxShown = 20_000;

function BodyView({ body, label }: { readonly body: unknown; readonly label: string }) {
  const [isWhole, showWhole] = useState(false);
  if (body === undefined) return <p class="soft">No body.</p>;
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  const isCut = text.length > maxShown && !isWhole;
  return (
    <>
      <Command text={visible(isCut ? text.slice(0, maxShown) : text)} label={label} />
      {isCut && (
        <Button onClick={() => showWhole(true)}>Show {text.length - maxShown} more characters</Button>
      )}
    </>
  );
}

function HeaderView({ headers }: { readonly headers: Readonly<Record<string, string>> | undefined }) {
  const entries = Object.entries(headers ?? {});
  if (entries.length === 0) return null;
  return (
    <details class="headers small">
      <summary>{counted(entries.length, 'header')}</summary>
      <dl>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{visible(name)}</dt>
            <dd>{visible(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

interface Problem {
  readonly Code?: string;
  readonly Message?: string;
  readonly Field?: string;
}

function Refusal({ call }: { readonly call: ExchangeView | Facts }) {
  const { status = 0, warnings = [] } = call;
  const isRefused = status >= 400 && status < 500;
  const problems = isRefused ? problemsIn('answerBody' in call ? call.answerBody : undefined) : [];
  if (problems.length === 0 && warnings.length === 0) return null;
  return (
    <div class={isRefused ? 'why bad' : 'why warn'}>
      <h3>{isRefused ? 'Why the server refused this call' : 'Hints about this call'}</h3>
      <ul>
        {problems.map(({ Code, Message, Field }, index) => (
          <li key={index}>
            <strong>{visible(String(Field ?? Code ?? ''))}</strong>{' '}
            {visible(withoutField(String(Message ?? ''), Field))}
          </li>
        ))}
        {warnings.map(({ field, message }) => (
          <li key={field + message}>
            <strong>{visible(field)}</strong> {visible(message)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Messages start with the name of their field, which the list shows already. */
const withoutField = (message: string, field: string | undefined): string =>
  field !== undefined && message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message;

const problemsIn = (body: unknown): Problem[] => asList(asObject(body).Errors).filter(isObject);

export function CallDetail(props: {
  readonly session: Session;
  readonly call: Facts;
  readonly onClose: () => void;
  readonly onArm: (operation: string) => void;
}) {
  const { session, call, onClose, onArm } = props;
  const { known, problem } = useExchanges(
    session,
    useMemo(() => [call], [call]),
  );
  const whole = known.get(call.number);
  const { number, method, url, operation, opened, faults = [] } = call;
  const registry = useRegistry();
  const own = useRef<HTMLElement>(null);
  useEffect(() => own.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <aside ref={own} class="card detail" aria-label={`Call ${number}`}>
      <div class="ends">
        <h2>
          <span class="soft">#{number}</span> {operation ?? 'unknown address'}
        </h2>
        <Button class="quiet" aria-label="Close this call" onClick={onClose}>
          ✕
        </Button>
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
          <span class="tag bad">{kind}</span> Fault “{id}” changed the answer
          {commit === undefined
            ? '.'
            : commit === 'never'
              ? '; the operation had no effect.'
              : `; the operation took effect ${commit} the fault.`}{' '}
          <small>{effectOf(registry, kind)}</small>
        </p>
      ))}
      <Refusal call={whole ?? call} />
      {operation !== null && <NextCall session={session} operation={operation} onArm={onArm} />}
      {problem && <p class="bad">{problem}</p>}
      {whole ? <Bodies whole={whole} /> : !problem && <p class="soft">Reading the bodies…</p>}
    </aside>
  );
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
