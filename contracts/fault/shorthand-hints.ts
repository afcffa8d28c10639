import { isOperationId } from '../operations/index.ts';
import { nearest } from '../util/index.ts';
import { FaultError, shownText } from './fault-error.ts';
import { type EffectKind, kindNames } from './kinds/index.ts';

/** How a shorthand is written. */
export const shorthandForm =
  'The form is <operations>:<kind>[=<value>][,<name>=<value> …], as in hotel.doBooking:cut,commit=before,times=1';

/** What people call a kind, or mean by it. */
const meant: ReadonlyMap<string, readonly EffectKind[]> = new Map<string, readonly EffectKind[]>([
  ...['timeout', 'slow', 'latency'].map((word): [string, EffectKind[]] => [word, ['delay', 'hang']]),
  ...['reset', 'disconnect'].map((word): [string, EffectKind[]] => [word, ['cut']]),
]);

/**
 * The refusal of a shorthand whose kind there is none of.
 *
 * @param operations what stands before its colon
 * @param name what stands where the kind should
 */
export function unknownKind(text: string, operations: readonly string[], name: string): FaultError {
  const near = nearest(name, kindNames);
  const hint = hintFor(text, operations, name) ?? (near && `did you mean "${near}"?`);
  // What stands behind a name can be a secret.
  const head = shownText(/^[^,=]*/.exec(text)?.[0] ?? '');
  const message = `no kind "${shownText(name)}" in "${head}"; ${hint ?? `valid are ${kindNames.join(', ')}.`} ${shorthandForm}`;
  return new FaultError('invalid', [
    {
      field: 'effect.kind',
      message,
      value: shownText(name),
      valid: [...kindNames],
      ...(near !== undefined && { nearest: near }),
    },
  ]);
}

const isKind = (word: string | undefined): boolean => kindNames.some(kind => kind === word?.trim());
const isOperation = (word: string): boolean => isOperationId(word) || /^[\w*]+\.[\w*]+$/.test(word);

function hintFor(text: string, operations: readonly string[], name: string): string | undefined {
  const [first = ''] = operations;
  const [part = ''] = name.split(';');
  if (isKind(first)) return `between "${first}" and what follows stands ",".`;
  if (part !== name && isKind(part)) return `between "${part.trim()}" and what follows stands ",".`;
  if (isOperation(name) && text.includes(':')) return 'between several operations stands "+".';
  if (isOperation(name)) return `"${shownText(name)}" is an operation: write ":" and a kind behind it.`;
  if (/^[45]\d\d$/.test(name)) return `did you mean "status=${name}"?`;
  const words = meant.get(name.toLowerCase());
  return words && `did you mean ${words.map(word => `"${word}"`).join(' or ')}?`;
}
