import type { FaultKind, Schema } from './registry.ts';

/** The texts that a person has typed into the form, by the name of the field. */
export type FormTexts = Readonly<Record<string, string>>;

/**
 * Creates the fault from the texts of the form. Fields without a text are left out.
 *
 * @throws SyntaxError for a parameter that must be JSON
 * @example faultOf(kind, { operations: 'hotel.doBooking', times: '1', at: 'mid-body' })
 */
export function faultOf({ kind, parameters }: FaultKind, texts: FormTexts): object {
  const text = (name: string) => texts[name]?.trim() ?? '';
  const operations = text('match.operations')
    .split(/[\s,+]+/)
    .filter(Boolean);
  const counts = (['times', 'probability'] as const).filter(name => text(`match.${name}`) !== '');
  const nth = text('match.nth');
  const match = {
    ...(operations.length > 0 && { operations }),
    ...(nth !== '' && { nth: nthOf(nth) }),
    ...Object.fromEntries(counts.map(name => [name, Number(text(`match.${name}`))])),
  };
  const given = Object.entries(parameters).filter(([name]) => text(name) !== '');
  return {
    ...(Object.keys(match).length > 0 && { match }),
    effect: {
      kind,
      ...Object.fromEntries(given.map(([name, schema]) => [name, parameterOf(schema, text(name))])),
    },
  };
}

/** Reads `2`, or a range such as `2-4`. */
function nthOf(text: string): number | number[] {
  const [first = 0, last] = text.split('-').map(Number);
  return last === undefined ? first : [first, last];
}

/** Whether the form asks for the value of a parameter as JSON. */
export const isJson = ({ type, enum: words }: Schema): boolean =>
  words === undefined && !['string', 'number', 'integer', 'boolean'].includes(type ?? '');

function parameterOf(schema: Schema, text: string): unknown {
  if (schema.enum) return schema.enum.find(word => String(word) === text) ?? text;
  if (schema.type === 'number' || schema.type === 'integer') return Number(text);
  if (schema.type === 'boolean') return text === 'true';
  return isJson(schema) ? JSON.parse(text) : text;
}
