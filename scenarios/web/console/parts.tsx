import { signal } from '@preact/signals';
import type { ComponentChildren, JSX, TargetedSubmitEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { systemClock } from '#contracts';
import { Button, Command } from '../shared/index.ts';
import {
  asCurl,
  ControlFailure,
  controlToken,
  type LoggedCall,
  loggedCalls,
  tokenProblem,
} from './control.ts';

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
}

const notices = signal<readonly Notice[]>([]);
const shownTime = 6_000;
let last = 0;

export function notify(text: string, isError = false): void {
  last += 1;
  const id = last;
  notices.value = [...notices.value.slice(-3), { id, text, isError }];
  if (!isError) void systemClock.sleep(shownTime).then(() => dismiss(id));
}

const dismiss = (id: number): void => {
  notices.value = notices.value.filter(one => one.id !== id);
};

export async function attempt(action: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await action();
    if (done !== undefined) notify(done);
    return true;
  } catch (error) {
    notify(explain(error), true);
    return false;
  }
}

export function explain(error: unknown): string {
  if (!(error instanceof ControlFailure)) return String(error);
  const nearest = error.details.find(detail => detail.nearest !== undefined)?.nearest;
  return nearest === undefined || error.message.includes(nearest)
    ? error.message
    : `${error.message} Did you mean "${nearest}"?`;
}

export function Notices() {
  return (
    <div class="notices" aria-live="polite" role="status">
      {notices.value.map(({ id, text, isError }) => (
        <div key={id} class={isError ? 'notice ends bad' : 'notice ends'}>
          <span>{text}</span>
          <Button class="quiet" aria-label="Dismiss this message" onClick={() => dismiss(id)}>
            ✕
          </Button>
        </div>
      ))}
    </div>
  );
}

/** A window above the page. The browser keeps the focus in the window, and Escape closes it. */
export function Dialog(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const { title, onClose, children } = props;
  const own = useRef<HTMLDialogElement>(null);
  useEffect(() => own.current?.showModal(), []);
  return (
    <dialog ref={own} aria-label={title} onClose={onClose}>
      <div class="ends">
        <h2>{title}</h2>
        <Button class="quiet" aria-label="Close" onClick={() => own.current?.close()}>
          ✕
        </Button>
      </div>
      {children}
    </dialog>
  );
}

interface FormProps {
  readonly title: string;
  /** What the button does; undefined while the form has no fields. */
  readonly action: string | undefined;
  readonly onClose: () => void;
  /** A text that it returns says why the form stays open. */
  readonly onSubmit: (data: FormData) => Promise<unknown>;
  readonly linesOf?: (error: unknown) => readonly string[];
  readonly children: ComponentChildren;
}

/** A window with a form. It stays open and says what is wrong until its action succeeds. */
export function FormDialog({ title, action, onClose, onSubmit, linesOf, children }: FormProps) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    try {
      const problem = await onSubmit(new FormData(event.currentTarget));
      if (typeof problem === 'string') setProblems([problem]);
      else onClose();
    } catch (error) {
      setProblems(linesOf?.(error) ?? [explain(error)]);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="stack" onSubmit={event => void submit(event)}>
        {problems.map(line => (
          <Problem key={line} text={line} />
        ))}
        {children}
        {action && (
          <div class="row end">
            <Button onClick={onClose}>Cancel</Button>
            <button type="submit" class="main">
              {action}
            </button>
          </div>
        )}
      </form>
    </Dialog>
  );
}

type FieldProps = JSX.IntrinsicElements['input'] & {
  readonly label: string;
  readonly onText?: (text: string) => void;
};

/** A text field with its label. Children stand below the field. */
export const Field = ({ label, class: look, onText, children, ...rest }: FieldProps) => (
  <label class={look}>
    <span class="soft small">{label}</span>
    <input onInput={event => onText?.(event.currentTarget.value)} {...rest} />
    {children}
  </label>
);

type ChoiceProps = JSX.IntrinsicElements['select'] & {
  readonly label: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly onChoose?: (value: string) => void;
};

export const Choice = ({ label, class: look, choices, onChoose, ...rest }: ChoiceProps) => (
  <label class={look}>
    <span class="soft small">{label}</span>
    <select onChange={event => onChoose?.(event.currentTarget.value)} {...rest}>
      {choices.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  </label>
);

export interface Row {
  readonly key: string | number;
  readonly class?: string | undefined;
  /** The first cell is the head of the row. */
  readonly cells: readonly ComponentChildren[];
  readonly actions: ComponentChildren;
}

/** A table of things with actions. A narrow page shows the name of the column in each cell. */
export function Table(props: {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}) {
  const { caption, columns, rows } = props;
  const nameOf = (column = '') => column.replace(/ \(.*/, '');
  return (
    <div class="card">
      <table class="list">
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">
              <span class="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, class: state, cells: [head, ...cells], actions }) => (
            <tr key={key} class={state}>
              <th scope="row">{head}</th>
              {cells.map((cell, index) => (
                <td
                  key={index}
                  data-label={nameOf(columns[index + 1])}
                  class={typeof cell === 'number' ? 'number' : undefined}
                >
                  {cell}
                </td>
              ))}
              <td class="actions">{actions}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export const Problem = ({ text }: { readonly text: string }) =>
  text === '' ? null : (
    <p class="bad" role="alert">
      {text}
    </p>
  );

export function Confirm(props: {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const { title, text, action, onConfirm, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <div class="row end">
        <Button onClick={onClose}>Keep it</Button>
        <Button
          class="danger"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  );
}

/** Asks for the control token. The page keeps the token in memory only, so a reload asks again. */
export function TokenForm({ problem }: { readonly problem: keyof typeof tokenProblems }) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem('token') as HTMLInputElement; // the form below has this field
    const token = field.value.trim();
    if (!isToken(token)) return field.focus();
    controlToken.value = token;
    tokenProblem.value = undefined;
  };
  return (
    <form class="card token" onSubmit={submit}>
      <h2>This server needs its control token</h2>
      <Problem text={tokenProblems[problem]} />
      <p>
        Enter the token of your team, or the token that the server printed at its start in the line “Control
        token”. With the token of a team, you see only the sandboxes of this team. This page keeps the token
        in memory only, so you enter it again after a reload.
      </p>
      <div class="row">
        <Field
          label="Control token"
          {...{ name: 'token', type: 'password', autocomplete: 'off', spellcheck: false, required: true }}
        />
        <button type="submit" class="main">
          Continue
        </button>
      </div>
    </form>
  );
}

const tokenProblems = {
  missing: '',
  wrong: 'The server refused this token. Check the token, and enter it again.',
  metrics: 'This token may not use sandboxes. Enter the token of a team or of the administrator.',
} as const;

/** A header can only have these characters. */
const isToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

export function CallLog() {
  const calls = loggedCalls.value;
  const changes = calls.filter(({ method }) => method !== 'GET');
  const readings = calls.filter(({ method }) => method === 'GET');
  return (
    <details class="log">
      <summary class="cut">
        Control API calls of this page{' '}
        <span class="pill">{calls.reduce((sum, { times }) => sum + times, 0)}</span>
        {changes[0] && <code class="newest soft">{lineOf(changes[0])}</code>}
      </summary>
      <div class="log-body">
        {controlToken.value !== undefined && (
          <p>
            The commands read the control token from the variable <code>CONTROL_TOKEN</code>.
          </p>
        )}
        <h2>Changes</h2>
        {changes.length === 0 && <p class="soft">You have changed nothing yet.</p>}
        {changes.map(call => (
          <LoggedCommand key={call.id} call={call} />
        ))}
        <h2>Readings</h2>
        {readings.map(call => (
          <LoggedCommand key={call.url} call={call} />
        ))}
      </div>
    </details>
  );
}

const lineOf = ({ method, url }: LoggedCall): string => `${method} ${new URL(url).pathname}`;

function LoggedCommand({ call }: { readonly call: LoggedCall }) {
  const { status, times } = call;
  return (
    <div class="logged">
      <span class={status === undefined || (status > 0 && status < 400) ? 'status' : 'status bad'}>
        {status === undefined ? '…' : status === 0 ? 'no answer' : status}
      </span>
      <Command
        text={asCurl(call, controlToken.value !== undefined)}
        label={`Copy the command for ${lineOf(call)}`}
      />
      {times > 1 && <span class="soft">{times} times</span>}
    </div>
  );
}

export function download(name: string, content: Blob | string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'application/json' }) : content;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export const dateAndTime = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

export const timeOfDay = (at: number): string => new Date(at).toISOString().slice(11, 23);
