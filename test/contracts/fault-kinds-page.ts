import * as z from 'zod';
import { asObject } from '#contracts';
import { type EffectKind, faultEffects } from '#contracts/fault';

const introduction = `# Kinds of faults

What a fault can do, from the schemas that it is read by. Durations are ISO 8601 (\`PT12S\`), in the sandbox's time. The
parameter in bold may stand behind the kind in the shorthand: \`hotel.search:delay=PT12S\`. How faults are armed and matched, and
a recipe for each failure: [faults.md](faults.md).`;

/** The page in docs about the kinds of faults, from the table that they are read by. */
export function faultKindsPage(): string {
  const sections = (Object.keys(faultEffects) as EffectKind[]).map(sectionOf); // Object.keys widens to string
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

function sectionOf(kind: EffectKind): string {
  const { schema, about, where, main } = faultEffects[kind];
  const { properties, required } = asObject(z.toJSONSchema(schema, { io: 'input' }));
  const rows = Object.entries(asObject(properties))
    .filter(([name]) => name !== 'kind')
    .map(([name, property]) => {
      const isRequired = Array.isArray(required) && required.includes(name);
      const shown = name === main ? `**\`${name}\`**` : `\`${name}\``;
      return [
        shown + (isRequired ? '' : ' (optional)'),
        valuesOf(asObject(property)),
        String(asObject(property).description ?? ''),
      ];
    });
  const table = [['parameter', 'values', ''], ['---', '---', '---'], ...rows].map(
    cells => `| ${cells.join(' | ')} |`,
  );
  return [`## ${kind}`, `${about} Acts on ${where}.`, ...(rows.length > 0 ? [table.join('\n')] : [])].join(
    '\n\n',
  );
}

function valuesOf(property: Record<string, unknown>): string {
  const { enum: words, const: word, format, type, prefixItems, items, properties } = property;
  if (Array.isArray(words)) return words.map(value => `\`${value}\``).join(', ');
  if (word !== undefined) return `\`${word}\``;
  if (format === 'duration') return 'a duration';
  if (Array.isArray(prefixItems))
    return `[${prefixItems.map(entry => valuesOf(asObject(entry))).join(', ')}]`;
  if (items) return `a list of ${valuesOf(asObject(items))}`;
  if (properties) return `{ ${Object.keys(asObject(properties)).join(', ')} }`;
  return type === 'integer' ? 'a whole number' : type === 'number' ? 'a number' : 'a text';
}
