import * as z from 'zod';
import { statuses } from '#contracts';
import { type EffectKind, kindNames, kindOf, mainParameter } from '#contracts/fault';
import { asObject } from '#contracts/util';
import { currencies } from '#mock-server/inventory/rates';

const introduction = `# Kinds of faults

What each kind of fault does. This page is generated from the schemas that read faults. Durations are ISO 8601 (\`PT12S\`), in the
time of the sandbox. In the shorthand, the parameter in bold can follow the kind directly: \`hotel.search:delay=PT12S\`.
[faults.md](faults.md) explains how to arm faults and which calls they match, and has a recipe for each failure.

A status is one of ${listed(Object.keys(statuses))}, or the value that answers have for it in \`bookingStatus\` or \`Status\`.`;

/** Returns the docs page about the kinds of faults, from the table that parses them. */
export function faultKindsPage(): string {
  const sections = kindNames.map(sectionOf);
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

function sectionOf(kind: EffectKind): string {
  const described = kindOf({ kind });
  const { schema, about, where, note } = described;
  const main = mainParameter(described);
  const { properties, required, $defs } = asObject(z.toJSONSchema(schema(), { io: 'input' }));
  const definitions = asObject($defs);
  const rows = Object.entries(asObject(properties))
    .filter(([name]) => name !== 'kind')
    .map(([name, property]) => {
      const isRequired = Array.isArray(required) && required.includes(name);
      const shown = name === main ? `**\`${name}\`**` : `\`${name}\``;
      return [
        shown + (isRequired ? '' : ' (optional)'),
        fixed[name] ?? valuesOf(asObject(property), definitions),
        String(asObject(property).description ?? ''),
      ];
    });
  const table = [['parameter', 'values', ''], ['---', '---', '---'], ...rows].map(
    cells => `| ${cells.join(' | ')} |`,
  );
  return [
    `## ${kind}`,
    `${about} Acts on ${where}.`,
    ...(rows.length > 0 ? [table.join('\n')] : []),
    ...(note === undefined ? [] : [note]),
  ].join('\n\n');
}

function listed(values: readonly unknown[]): string {
  return values.map(value => `\`${value}\``).join(', ');
}

/** Values that a check accepts and that JSON Schema does not describe. */
const fixed: Readonly<Record<string, string>> = {
  currency: listed(currencies),
  goesBackTo: 'a status',
  keep: 'a list of names of fields',
};

function valuesOf(property: Record<string, unknown>, definitions: Record<string, unknown>): string {
  const { $ref, enum: words, const: word, format, type, prefixItems, items, properties } = property;
  const inner = (schema: unknown) => valuesOf(asObject(schema), definitions);
  if (typeof $ref === 'string') return inner(definitions[$ref.split('/').at(-1) ?? '']);
  if (Array.isArray(words)) return listed(words);
  if (word !== undefined) return listed([word]);
  if (format === 'duration') return 'a duration';
  if (Array.isArray(prefixItems)) return `[${prefixItems.map(inner).join(', ')}]`;
  if (items) return `a list of${boundsOf(property)} ${inner(items)}`;
  if (properties) {
    const parts = Object.entries(asObject(properties));
    return `{ ${parts.map(([name, part]) => `\`${name}\`: ${name === 'status' ? 'a status' : inner(part)}`).join(', ')} }`;
  }
  const what = type === 'integer' ? 'a whole number' : type === 'number' ? 'a number' : 'a text';
  return what + boundsOf(property);
}

/** Returns the limits of a number, a text or a list in words, or an empty text. */
function boundsOf(property: Record<string, unknown>): string {
  const { minimum, exclusiveMinimum, maximum, maxLength, maxItems } = property;
  if (maxLength !== undefined) return ` of at most ${maxLength} characters`;
  if (maxItems !== undefined) return ` at most ${maxItems}`;
  if (maximum === undefined) return '';
  return exclusiveMinimum === undefined
    ? ` from ${minimum} to ${maximum}`
    : ` above ${exclusiveMinimum} and up to ${maximum}`;
}
