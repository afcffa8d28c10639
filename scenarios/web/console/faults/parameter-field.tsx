import { useId } from 'preact/hooks';
import type { Schema } from './registry.ts';
import { isJson } from './values.ts';

interface FieldProps {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** A field of the form for one parameter of a fault. The schema of the parameter decides the kind of field. */
export function ParameterField({ name, schema, isRequired, text, onText }: FieldProps) {
  const words = schema.enum?.map(String) ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined);
  const id = useId();
  const common = { id, value: text, required: isRequired };
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  return (
    <div class="field">
      <label for={id}>
        <span>
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

/** Returns a value that fits a schema, as an example for a person. */
function sampleOf({ examples, format, type, enum: words, prefixItems, items, properties }: Schema): unknown {
  if (format === 'duration') return 'PT20M';
  if (examples?.[0] !== undefined || words) return examples?.[0] ?? words?.[0];
  if (prefixItems) return prefixItems.map(sampleOf);
  if (type === 'array') return typeof items === 'object' ? [sampleOf(items)] : [];
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, one]) => [name, sampleOf(one)]));
  return type === 'string' ? '' : undefined;
}
