import { hash } from 'node:crypto';
import { parse } from '../test/house/syntax.ts';

/** One change of one line. `before` and `after` are the whole line. */
export interface Mutant {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly operator: string;
  readonly before: string;
  readonly after: string;
}

/** A place in a file that one operator can change: it replaces the text from `start` to `end` by one of `texts`. */
export interface Place {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly operator: string;
  readonly texts: readonly string[];
}

type Node = { type: string; start: number; end: number; [key: string]: unknown };
type Change = Omit<Place, 'file'>;

const swaps: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  min: 'max',
  max: 'min',
};

/** Nodes of TypeScript that hold an expression. All others are types. */
const wrappers = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

/**
 * Returns the places of a source that a mutant can change. Types, imports, texts, comments and patterns have none, nor has a
 * place of several lines.
 *
 * @example placesIn('a.ts', 'const b: A<1> = c < d;') // one place: `<` between c and d
 */
export function placesIn(file: string, source: string): Place[] {
  const places: Place[] = [];
  const visit = (node: Node) => {
    if (node.type === 'ImportDeclaration' || (node.type.startsWith('TS') && !wrappers.has(node.type))) return;
    for (const change of changesOf(node, source))
      if (!source.slice(change.start, change.end).includes('\n')) places.push({ file, ...change });
    for (const [key, value] of Object.entries(node))
      if (!wrappers.has(node.type) || key === 'expression')
        for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
  };
  visit(parse(file, source).program as unknown as Node);
  return places.toSorted((a, b) => a.start - b.start || a.operator.localeCompare(b.operator));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** Returns the changes of a node itself, not those of the nodes in it. */
function changesOf(node: Node, source: string): Change[] {
  const whole = (operator: string, ...texts: string[]): Change[] => [
    { start: node.start, end: node.end, operator, texts },
  ];
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return negated(node.test as Node, source);
    case 'LogicalExpression':
    case 'BinaryExpression':
      return swapped(node, source);
    case 'UnaryExpression':
      return node.operator === '!'
        ? [{ start: node.start, end: node.start + 1, operator: 'drop !', texts: [''] }]
        : [];
    case 'ReturnStatement': {
      const value = node.argument as Node | null;
      const isPlain = value === null || ['undefined', 'true', 'false'].includes(textOf(value, source));
      return isPlain ? [] : whole('return', 'return undefined as never;');
    }
    case 'MemberExpression': {
      const property = node.property as Node;
      const other = swaps[textOf(property, source)];
      const isMath = textOf(node, source).startsWith('Math.m') && other !== undefined;
      return isMath
        ? [{ start: property.start, end: property.end, operator: 'min/max', texts: [other] }]
        : [];
    }
    case 'Literal':
      if (typeof node.value === 'boolean') return whole('true/false', String(!node.value));
      if (typeof node.value === 'number')
        return whole('number', String(node.value + 1), `${node.value - 1}`.replace(/^-.*/, '($&)'));
  }
  return [];
}

const textOf = ({ start, end }: Node, source: string): string => source.slice(start, end);

function negated(test: Node, source: string): Change[] {
  // Other operators already turn these conditions over.
  const isSimple = test.type === 'UnaryExpression' || /^[!=]==$/.test(String(test.operator));
  const { start, end } = test;
  return isSimple ? [] : [{ start, end, operator: 'negate', texts: [`!(${textOf(test, source)})`] }];
}

function swapped(node: Node, source: string): Change[] {
  const operator = String(node.operator);
  const [left, right] = [node.left as Node, node.right as Node];
  const other = swaps[operator];
  const isText = [left, right].some(
    side => side.type === 'TemplateLiteral' || typeof side.value === 'string' || side.operator === '+',
  );
  if (other === undefined || (operator === '+' && isText)) return [];
  // Only the operator, and perhaps parentheses and comments, are between the two sides.
  const start = source.indexOf(operator, left.end);
  const between = source.slice(left.end, right.start);
  if (between.replaceAll(/[\s()]/g, '') !== operator) return [];
  return [{ start, end: start + operator.length, operator: `${operator} → ${other}`, texts: [other] }];
}

/**
 * Draws mutants from the places of all files in order. It cuts the list into `count` equal parts and takes one place of each, so
 * every folder and file gets its share. The same places and the same seed give the same mutants.
 *
 * @example drawMutants(placesIn('a.ts', source), { count: 2, seed: 1, read: () => source })
 */
export function drawMutants(
  places: readonly Place[],
  { count, seed, read }: { count: number; seed: number; read: (file: string) => string },
): Mutant[] {
  const share = places.length / count;
  return Array.from({ length: Math.min(count, places.length) }, (_, index) => {
    const place = places[Math.floor((index + chance(`${seed} place ${index}`)) * Math.max(share, 1))];
    if (place === undefined) throw new Error('drawMutants: no place at this index');
    return mutantAt(place, read(place.file), chance(`${seed} text ${index}`));
  });
}

/** Returns a number from 0 to below 1. */
const chance = (text: string): number => hash('sha256', text, 'buffer').readUInt32BE() / 2 ** 32;

export function mutantAt(
  { file, start, end, operator, texts }: Place,
  source: string,
  variant: number,
): Mutant {
  const from = source.lastIndexOf('\n', start - 1) + 1;
  const to = source.indexOf('\n', end) < 0 ? source.length : source.indexOf('\n', end);
  const text = texts[Math.floor(variant * texts.length)];
  return {
    file,
    line: source.slice(0, start).split('\n').length,
    operator,
    before: source.slice(from, to),
    after: source.slice(from, start) + text + source.slice(end, to),
  };
}

/**
 * Returns the source with the change of a mutant, or undefined if the source has no such line any more. Of equal lines, it
 * changes the one that is nearest to the line of the mutant.
 */
export function mutated(source: string, { line, before, after }: Mutant): string | undefined {
  const lines = source.split('\n');
  const found = lines.flatMap((text, index) => (text.trim() === before.trim() ? [index] : []));
  const [index] = found.toSorted((a, b) => Math.abs(a + 1 - line) - Math.abs(b + 1 - line));
  return index === undefined ? undefined : lines.with(index, after).join('\n');
}
