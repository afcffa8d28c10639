import { useEffect, useState } from 'preact/hooks';
import { serverUrl } from '../control/index.ts';
import type { Session } from '../live/index.ts';
import { explain, notify } from '../parts/index.ts';
import { ParameterField } from './parameter-field.tsx';
import { readRegistry } from './read-registry.ts';
import type { Registry } from './registry.ts';
import { type FormTexts, faultOf } from './values.ts';

interface FormProps {
  readonly session: Session;
  /** The operation whose next call gets the fault; an empty text for every operation. */
  readonly operation: string;
  readonly onArmed: () => void;
}

/** The form that arms a fault. The registry of the server provides the kinds and their parameters. */
export function FaultForm({ session, operation, onArmed }: FormProps) {
  const [registry, setRegistry] = useState<Registry>();
  const [problem, setProblem] = useState('');
  const [kind, setKind] = useState('cut');
  const [texts, setTexts] = useState<FormTexts>({ 'match.operations': operation, 'match.times': '1' });
  useEffect(() => {
    readRegistry().then(setRegistry, () =>
      setProblem(`${serverUrl}/openapi.json cannot be read. Try again later.`),
    );
  }, []);
  const chosen = registry?.kinds.find(one => one.kind === kind);
  const set = (name: string, text: string) => setTexts({ ...texts, [name]: text });
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!chosen) return;
    try {
      const armed = await session.api.arm(faultOf(chosen, texts));
      notify(`Fault “${armed.id}” is armed.`);
      setProblem('');
      onArmed();
      await session.refresh();
    } catch (error) {
      setProblem(error instanceof SyntaxError ? `A parameter is not JSON: ${error.message}` : explain(error));
    }
  };
  return (
    <form class="stack" onSubmit={event => void submit(event)}>
      {problem && (
        <p class="bad" role="alert">
          {problem}
        </p>
      )}
      {!registry && !problem && <p class="soft">Reading the kinds of faults…</p>}
      {registry && chosen && (
        <>
          <KindField kinds={registry.kinds} kind={kind} onKind={setKind} />
          <p class="soft">{chosen.about}</p>
          <MatchFields texts={texts} operations={registry.operations} onText={set} />
          {Object.entries(chosen.parameters).map(([name, schema]) => (
            <ParameterField
              key={`${kind} ${name}`}
              name={name}
              schema={schema}
              isRequired={chosen.required.includes(name)}
              text={texts[name] ?? ''}
              onText={text => set(name, text)}
            />
          ))}
          <div class="row end">
            <button type="submit" class="main">
              Arm the fault
            </button>
          </div>
        </>
      )}
    </form>
  );
}

function KindField(props: {
  readonly kinds: Registry['kinds'];
  readonly kind: string;
  readonly onKind: (kind: string) => void;
}) {
  const { kinds, kind, onKind } = props;
  return (
    <label>
      <span>Kind</span>
      <select value={kind} onChange={event => onKind(event.currentTarget.value)}>
        {kinds.map(one => (
          <option key={one.kind}>{one.kind}</option>
        ))}
      </select>
    </label>
  );
}

const counts = [
  ['match.times', 'How many calls', 'all'],
  ['match.nth', 'Only the n-th call, or a range', 'such as 2 or 2-4'],
  ['match.probability', 'Probability', '1'],
] as const;

function MatchFields(props: {
  readonly texts: FormTexts;
  readonly operations: readonly string[];
  readonly onText: (name: string, text: string) => void;
}) {
  const { texts, operations, onText } = props;
  return (
    <fieldset class="stack">
      <legend>Which calls</legend>
      <label>
        <span>Operations (empty: all; also patterns such as hotel.*)</span>
        <input
          list="operations"
          value={texts['match.operations']}
          onInput={event => onText('match.operations', event.currentTarget.value)}
        />
      </label>
      <datalist id="operations">
        {operations.map(id => (
          <option key={id} value={id} />
        ))}
      </datalist>
      <div class="row">
        {counts.map(([name, label, hint]) => (
          <label key={name}>
            <span>{label}</span>
            <input
              size={14}
              inputMode="decimal"
              placeholder={hint}
              value={texts[name] ?? ''}
              onInput={event => onText(name, event.currentTarget.value)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
