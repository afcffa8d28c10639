import { useId, useState } from 'preact/hooks';
import type { ArmedFaultView } from '#contracts/control';
import { Button } from '../shared/index.ts';
import { effectOf, type FormTexts, faultOf, isJson, type Schema, useRegistry } from './fault-values.ts';
import type { Session } from './live.ts';
import { Choice, explain, Field, FormDialog, notify, Problem, type Row, Table } from './parts.tsx';

interface FieldProps {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly text: string;
  readonly onText: (text: string) => void;
}

function ParameterField({ name, schema, isRequired, text, onText }: FieldProps) {
  const words = schema.enum?.map(String) ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined);
  const id = useId();
  const common = { id, value: text, required: isRequired };
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  return (
    <div class="field">
      <label for={id}>
        <span class="soft small">
          {name}
          {isRequired ? '' : ' (optional)'}
          {isJson(schema) && ', as JSON'}
        </span>
      </label>
      {words && (
        <select {...common} onChange={event => onText(event.currentTarget.value)}>
          <option value="">{isRequired ? 'choose…' : 'default'}</option>
          {words.map(word => (
            <option key={word}>{word}</option>
          ))}
        </select>
      )}
      {!words && (
        <input
          {...common}
          inputMode={isNumber ? 'decimal' : 'text'}
          placeholder={exampleOf(schema)}
          onInput={event => onText(event.currentTarget.value)}
        />
      )}
      {schema.description && <small>{schema.description.replaceAll('`', '')}</small>}
    </div>
  );
}

function exampleOf(schema: Schema): string {
  const example = sampleOf(schema);
  return typeof example === 'object' ? JSON.stringify(example) : String(example ?? '');
}

function sampleOf({ examples, format, type, enum: words, prefixItems, items, properties }: Schema): unknown {
  if (format === 'duration') return 'PT20M';
  if (examples?.[0] !== undefined || words) return examples?.[0] ?? words?.[0];
  if (prefixItems) return prefixItems.map(sampleOf);
  if (type === 'array') return typeof items === 'object' ? [sampleOf(items)] : [];
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, one]) => [name, sampleOf(one)]));
  return type === 'string' ? '' : undefined;
}

interface FormProps {
  readonly session: Session;
  /** The operation whose next call gets the fault; an empty text for every operation. */
  readonly operation: string;
  readonly onClose: () => void;
}

export function FaultForm({ session, operation, onClose }: FormProps) {
  const [missing, setMissing] = useState('');
  const registry = useRegistry(setMissing);
  const [kind, setKind] = useState('cut');
  const [texts, setTexts] = useState<FormTexts>({ 'match.operations': operation, 'match.times': '1' });
  const chosen = registry?.kinds.find(one => one.kind === kind);
  const set = (name: string, text: string) => setTexts({ ...texts, [name]: text });
  const arm = async () => {
    if (!chosen) return;
    const armed = await session.api.arm(faultOf(chosen, texts));
    notify(`Fault “${armed.id}” is armed.`);
    session.refresh().catch(() => {}); // the next reading reports the failure
  };
  return (
    <FormDialog
      title="Arm a fault"
      action={chosen && 'Arm the fault'}
      onClose={onClose}
      onSubmit={arm}
      linesOf={error => [
        error instanceof SyntaxError ? `A parameter is not JSON: ${error.message}` : explain(error),
      ]}
    >
      <Problem text={missing} />
      {!registry && !missing && <p class="soft">Reading the kinds of faults…</p>}
      {registry && chosen && (
        <>
          <Choice
            label="Kind"
            value={kind}
            choices={registry.kinds.map(one => [one.kind, `${one.kind}: ${effectOf(registry, one.kind)}`])}
            onChoose={setKind}
          />
          <p class="soft">{chosen.about}</p>
          <MatchFields texts={texts} operations={registry.operations} onText={set} />
          {Object.entries(chosen.parameters).map(([name, schema]) => (
            <ParameterField
              key={`${kind} ${name}`}
              {...{ name, schema }}
              isRequired={chosen.required.includes(name)}
              text={texts[name] ?? ''}
              onText={text => set(name, text)}
            />
          ))}
        </>
      )}
    </FormDialog>
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
      <Field
        label="Operations (empty: all; also patterns such as hotel.*)"
        list="operations"
        value={texts['match.operations'] ?? ''}
        onText={text => onText('match.operations', text)}
      />
      <datalist id="operations">
        {operations.map(id => (
          <option key={id} value={id} />
        ))}
      </datalist>
      <div class="row">
        {counts.map(([name, label, hint]) => (
          <Field
            key={name}
            label={label}
            size={14}
            inputMode="decimal"
            placeholder={hint}
            value={texts[name] ?? ''}
            onText={text => onText(name, text)}
          />
        ))}
      </div>
    </fieldset>
  );
}

export function FaultsTab({ session }: { readonly session: Session }) {
  const [isArming, setArming] = useState(false);
  const faults = session.faults.value;
  const disarmAll = () => session.act(session.api.disarmAll, 'Every fault is disarmed.');
  return (
    <section aria-label="Faults">
      <div class="row summary">
        <p class="soft">Armed faults change the answers to your client until you disarm them.</p>
        <Button disabled={faults.length === 0} onClick={() => void disarmAll()}>
          Disarm all
        </Button>
        <Button class="main" onClick={() => setArming(true)}>
          Arm a fault
        </Button>
      </div>
      {faults.length === 0 ? (
        <div class="card empty">
          <p>
            <strong>No fault is armed.</strong> Arm one here, or click a call and choose what happens to the
            next one.
          </p>
        </div>
      ) : (
        <FaultTable session={session} />
      )}
      {isArming && <FaultForm session={session} operation="" onClose={() => setArming(false)} />}
    </section>
  );
}

function FaultTable({ session }: { readonly session: Session }) {
  const registry = useRegistry();
  const disarm = (id: string) => session.act(() => session.api.disarm(id), `Fault “${id}” is disarmed.`);
  const rowOf = (fault: ArmedFaultView): Row => ({
    key: fault.id,
    class: isActive(fault) ? undefined : 'soft',
    cells: [
      <>
        <code>{fault.id}</code>
        {!isActive(fault) && <span class="tag">used up</span>}
      </>,
      <>
        <strong>{fault.effect.kind}</strong> {fieldsOf(fault.effect, ['kind'])}
        <small>{effectOf(registry, fault.effect.kind)}</small>
      </>,
      `${fault.match?.operations?.join(', ') ?? 'every operation'} ${fieldsOf(fault.match ?? {}, ['operations'])}`,
      fault.seen,
      fault.fired,
    ],
    actions: <Button onClick={() => void disarm(fault.id)}>Disarm</Button>,
  });
  return (
    <Table
      caption="Armed faults"
      columns={['Fault', 'Effect', 'Calls', 'Matched', 'Changed']}
      rows={session.faults.value.map(rowOf)}
    />
  );
}

const isActive = ({ match, fired }: ArmedFaultView): boolean =>
  match?.times === undefined || match.per !== undefined || fired < match.times;

const fieldsOf = (value: object, without: readonly string[]): string =>
  Object.entries(value)
    .filter(([name, field]) => field !== undefined && !without.includes(name))
    .map(([name, field]) => `${name} ${typeof field === 'object' ? JSON.stringify(field) : field}`)
    .join(', ');
