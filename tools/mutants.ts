import { hash } from 'node:crypto';
import { parse } from '../test/house/syntax.ts';

/** A change of one line. `before` and `after` are the whole line. */
export type Mutant = { file: string; line: number; operator: string; before: string; after: string };
/** A part of a file that a mutant replaces with one of `texts`. */
export type Place = { file: string; start: number; end: number; texts: readonly string[] };
type Node = { type: string; start: number; end: number; [key: string]: unknown };

const pairs = [['<', '<='], ['>', '>='], ['===', '!=='], ['&&', '||'], ['+', '-'], ['min', 'max']] as const; // biome-ignore format: a table
const swaps = new Map<unknown, string>(pairs.flatMap(([a, b]) => [[a, b], [b, a]])); // biome-ignore format: a table
/** Nodes of TypeScript that contain an expression. All others are types. */
const casts = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];

/**
 * Returns the places that a mutant can change, in order. Types, imports, texts and comments have none. A place is on one line.
 *
 * @example placesIn('a.ts', 'const b: A<1> = c < d;') // one place: `<` between c and d
 */
export function placesIn(file: string, source: string): Place[] {
  const places: Place[] = [];
  const visit = (node: Node) => {
    if (node.type === 'ImportDeclaration' || (node.type.startsWith('TS') && !casts.includes(node.type)))
      return;
    const place = placeOf(node, source);
    if (place && !source.slice(place.start, place.end).includes('\n')) places.push({ file, ...place });
    // A key such as `1` can only be a plain number.
    for (const child of Object.values(node).flat())
      if (isNode(child) && (child !== node.key || node.computed === true)) visit(child);
  };
  visit(parse(file, source).program as unknown as Node);
  return places.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

function placeOf(node: Node, source: string): Omit<Place, 'file'> | undefined {
  const { start, end, operator, value } = node;
  const [test, left, right, argument, property] = ['test', 'left', 'right', 'argument', 'property'].map(
    key => node[key] as Node | null | undefined,
  );
  const text = (of: Node) => source.slice(of.start, of.end);
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      // The operators below already change the other conditions.
      if (!test || test.type === 'UnaryExpression' || /^[!=]==$/.test(String(test.operator)))
        return undefined;
      return { start: test.start, end: test.end, texts: [`!(${text(test)})`] };
    case 'LogicalExpression':
    case 'BinaryExpression': {
      const other = swaps.get(operator);
      if (!left || !right || !other || (operator === '+' && [left, right].some(isText))) return undefined;
      const at = source.indexOf(String(operator), left.end);
      const isAlone = /^[\s()]*$/.test(source.slice(left.end, at));
      return isAlone ? { start: at, end: at + String(operator).length, texts: [other] } : undefined;
    }
    case 'UnaryExpression':
      return operator === '!' ? { start, end: start + 1, texts: [''] } : undefined;
    case 'ExpressionStatement':
      // `if (a) b();` needs a statement. A directive such as 'use strict' does nothing.
      return node.directive ? undefined : { start, end, texts: [';'] };
    case 'ReturnStatement':
      if (!argument || /^(undefined|true|false)$/.test(text(argument))) return undefined;
      return { start, end, texts: ['return undefined as never;'] };
    case 'MemberExpression': {
      const other = property && swaps.get(text(property));
      return other && text(node).startsWith('Math.') ? { ...property, texts: [other] } : undefined;
    }
    case 'Literal':
      if (typeof value === 'boolean') return { start, end, texts: [String(!value)] };
      if (typeof value !== 'number') return undefined;
      return { start, end, texts: [`${value + 1}`, value < 1 ? `(${value - 1})` : `${value - 1}`] };
  }
  return undefined;
}

/** Whether `+` with this side joins texts, as far as the syntax shows. */
const isText = ({ type, value, operator }: Node): boolean =>
  type === 'TemplateLiteral' || typeof value === 'string' || operator === '+';

/**
 * Draws mutants. It cuts the list of places into `count` equal parts and takes one place of each, so every folder gets its share.
 * The same places and the same seed give the same mutants.
 *
 * @example drawMutants(placesIn('a.ts', source), { count: 2, seed: 1, read: () => source })
 */
export function drawMutants(
  places: readonly Place[],
  { count, seed, read }: { count: number; seed: number; read: (file: string) => string },
): Mutant[] {
  const chance = (what: string) => hash('sha256', `${seed} ${what}`, 'buffer').readUInt32BE() / 2 ** 32;
  const part = Math.max(places.length / count, 1);
  return Array.from({ length: Math.min(count, places.length) }, (_, index) => {
    const place = places[Math.floor((index + chance(`place ${index}`)) * part)];
    return place ? [mutantAt(place, read(place.file), chance(`text ${index}`))] : [];
  }).flat();
}

/** Returns the mutant with one of the texts of a place. `choice` is from 0 to below 1. */
export function mutantAt({ file, start, end, texts }: Place, source: string, choice: number): Mutant {
  const text = texts[Math.floor(choice * texts.length)] ?? '';
  const [first, last] = [source.lastIndexOf('\n', start - 1) + 1, `${source}\n`.indexOf('\n', end)];
  return {
    file,
    line: source.slice(0, start).split('\n').length,
    operator: `${source.slice(start, end)} → ${text}`,
    before: source.slice(first, last),
    after: source.slice(first, start) + text + source.slice(end, last),
  };
}

/** Returns the source with a mutant's change, in the nearest line that equals `before`, or undefined if there is no such line. */
export function mutated(source: string, { line, before, after }: Mutant): string | undefined {
  const lines = source.split('\n');
  const equal = lines.flatMap((text, index) => (text.trim() === before.trim() ? [index] : []));
  const [index] = equal.toSorted((a, b) => Math.abs(a + 1 - line) - Math.abs(b + 1 - line));
  return index === undefined ? undefined : lines.with(index, after).join('\n');
}
