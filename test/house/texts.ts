import { Visitor } from 'vite';
import { parse } from './syntax.ts';

/** A piece of text that a person reads, and its place in the file. */
export interface ReadText {
  readonly kind: 'name' | 'comment' | 'message' | 'markdown';
  text: string;
  readonly start: number;
}

/** @example textsOfSource('a.ts', '// one\nconst two = "three";') // a comment, a name, a message */
export function textsOfSource(file: string, source: string): ReadText[] {
  const { program, comments } = parse(file, source);
  const found: ReadText[] = [];
  let lastEnd = -1;
  for (const { type, value, start, end } of comments) {
    const text = value.replaceAll(/^\s*\*+ ?/gm, '').trim();
    const before = found.at(-1);
    // Lines with "//" that follow each other are one comment.
    if (type === 'Line' && before && /^\n\s*$/.test(source.slice(lastEnd, start))) before.text += ` ${text}`;
    else found.push({ kind: 'comment', text, start });
    lastEnd = end;
  }
  const add = (kind: ReadText['kind'], text: string, start: number) => found.push({ kind, text, start });
  new Visitor({
    Identifier: node => add('name', node.name, node.start),
    Literal: node => {
      if (typeof node.value === 'string') add('message', node.value, node.start);
    },
    TemplateLiteral: ({ quasis, start }) =>
      add('message', quasis.map(({ value }) => value.cooked ?? value.raw).join('…'), start),
  }).visit(program);
  return found;
}

/** Lists the lines of a Markdown page that are not blocks of code. Code inside a line becomes `X`. */
export function textsOfMarkdown(source: string): ReadText[] {
  const blank = (code: string) => code.replaceAll(/[^\n]/g, ' ');
  const prose = source
    .replaceAll(/^```.*?^```/gms, blank)
    .replaceAll(/^---\n.*?^---$/gms, blank)
    .replaceAll(/`[^`\n]*`/g, code => 'X'.repeat(code.length));
  return [...prose.matchAll(/^.*\S.*$/gm)].map(({ 0: text, index }) => ({
    kind: 'markdown',
    text,
    start: index,
  }));
}
