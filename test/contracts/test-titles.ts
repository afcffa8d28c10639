import { parseSync } from 'vite';

type Fields = Readonly<Record<string, unknown>>;

const titleTakers = new Set(['it', 'test', 'describe']);

/**
 * Collects the titles of a test file: the first arguments of `it`, `test`, `describe` and their variants
 * (`it.each(...)(...)`, `describe.for`, `test.prop(...)(...)`), where they are literal texts. Throws when the source cannot
 * be parsed.
 *
 * @example
 * titlesOf('a.test.ts', "it('adds', () => {})"); // ['adds']
 */
export function titlesOf(fileName: string, source: string): string[] {
  const { program, errors } = parseSync(fileName, source);
  const [error] = errors;
  if (error) throw new Error(`${fileName} cannot be parsed for test titles: ${error.message}`);
  const titles: string[] = [];
  visit(program, node => {
    if (node.type !== 'CallExpression' || !titleTakers.has(rootName(node.callee))) return;
    const title = Array.isArray(node.arguments) ? textOf(node.arguments[0]) : undefined;
    if (title !== undefined) titles.push(title);
  });
  return titles;
}

/** Returns the name at the left end of `it`, `it.only`, `it.each(table)` or `it.skipIf(x).each(table)`. */
function rootName(node: unknown): string {
  if (!isFields(node)) return '';
  if (node.type === 'Identifier') return String(node.name);
  return rootName(node.type === 'MemberExpression' ? node.object : (node.callee ?? node.tag));
}

/** Returns the text of a literal, a template (its expressions become spaces) or a sum of them, or undefined. */
function textOf(node: unknown): string | undefined {
  if (!isFields(node)) return undefined;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'BinaryExpression') return `${textOf(node.left) ?? ' '}${textOf(node.right) ?? ' '}`;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return undefined;
  return node.quasis.map(cookedText).join(' ');
}

function cookedText(quasi: unknown): string {
  return isFields(quasi) && isFields(quasi.value) ? String(quasi.value.cooked) : '';
}

function visit(node: unknown, see: (node: Fields) => void): void {
  if (!isFields(node)) return;
  if (typeof node.type === 'string') see(node);
  for (const child of Object.values(node)) visit(child, see);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
