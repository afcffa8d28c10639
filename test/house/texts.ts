import { Visitor } from 'vite';
import { parse } from './syntax.ts';

/** A piece of text that a person reads. `line` counts from 1. */
export interface ReadText {
  readonly kind: 'name' | 'comment' | 'message' | 'markdown';
  text: string;
  readonly line: number;
}

/**
 * Lists the texts of a source: identifiers, comments and strings.
 *
 * @example textsOfSource('a.ts', '// one\nconst two = "three";') // a comment, a name, a message
 */
export function textsOfSource(file: string, source: string): ReadText[] {
  const { program, comments, lineAt } = parse(file, source);
  const found: ReadText[] = [];
  let lastEnd = -1;
  for (const { type, value, start, end } of comments) {
    const text = value.replaceAll(/^\s*\*+ ?/gm, '').trim();
    const before = found.at(-1);
    // Lines with "//" that follow each other are one comment.
    if (type === 'Line' && before && /^\n\s*$/.test(source.slice(lastEnd, start))) before.text += ` ${text}`;
    else found.push({ kind: 'comment', text, line: lineAt(start) });
    lastEnd = end;
  }
  const add = (kind: ReadText['kind'], text: string, start: number) =>
    found.push({ kind, text, line: lineAt(start) });
  new Visitor({
    Identifier: node => add('name', node.name, node.start),
    Literal: node => {
      if (typeof node.value === 'string') add('message', node.value, node.start);
    },
    TemplateLiteral: ({ quasis, expressions, start }) => {
      const values = expressions.map(({ start, end }) => placeholder(source.slice(start, end)));
      const parts = quasis.map(({ value }, index) => (value.cooked ?? value.raw) + (values[index] ?? ''));
      add('message', parts.join(''), start);
    },
  }).visit(program);
  return found;
}

/** Returns the text that stands for a value in a message, for example `{number}` for `call.number`. */
function placeholder(expression: string): string {
  const name = /^[\w.]*?(\w+)(?:\((?:\w+\.)*(\w+).*\))?$/.exec(expression);
  return `{${name?.[2] ?? name?.[1] ?? 'value'}}`;
}

/** Lists the lines of a Markdown page that are not blocks of code. Code inside a line becomes `X`, unless `keepsCode`. */
export function textsOfMarkdown(source: string, keepsCode = false): ReadText[] {
  const blank = (code: string) => code.replaceAll(/[^\n]/g, '');
  const prose = source.replaceAll(/^```.*?^```/gms, blank).replaceAll(/^---\n.*?^---$/gms, blank);
  return (keepsCode ? prose : prose.replaceAll(/`[^`\n]*`/g, 'X'))
    .split('\n')
    .map((text, index): ReadText => ({ kind: 'markdown', text, line: index + 1 }))
    .filter(({ text }) => text.trim() !== '');
}
