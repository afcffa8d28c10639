import { parseYaml, type YamlDocument } from '../yaml-document.ts';

/** A smaller text is parsed at once. */
const manyCharacters = 200_000;
/** The garbage collector clears small syntax trees early. */
const entriesPerPart = 20;

/** Aliases and several documents need the whole text. */
const needsWhole = /^(?:---|\.\.\.|%)|(?:^|[-:,[{])[ \t]*[&*]\w/m;
/** Empty lines and comments before the first key. */
const preamble = /^(?:[^\S\n]*(?:#[^\n]*)?\n)*/;
const simpleKey = /^[A-Za-z$]\w*(?=:\s)/;
/** After the key of a list, only empty lines and comments are before the first entry. */
const startOfList = /^\w+:(?:[^\S\n]*(?:#[^\n]*)?\n)+( *)- /;

/** In parts if the text is large: a syntax tree needs over a hundred times the memory of its text. Throws a FileError. */
export async function readYamlLists(text: string): Promise<YamlDocument[]> {
  const yaml = await import('yaml');
  const parts = text.length < manyCharacters || needsWhole.test(text) ? undefined : splitText(text);
  if (!parts) return [parseYaml(text, yaml)];
  return parts.map(part => {
    const parse = () => parseYaml(part.text, yaml, part.line);
    const { value } = parse();
    return { value, positionAt: field => parse().positionAt(field) };
  });
}

/** Each part is a key with its value, or with some entries of its list. Undefined for a text that the parser must read as a whole. */
function splitText(text: string): { text: string; line: number }[] | undefined {
  const [before = ''] = preamble.exec(text) ?? [];
  const sections = text.slice(before.length).split(/(?<=\n)(?=[^\s#-])/);
  const keys = sections.map(section => simpleKey.exec(section)?.[0] ?? '');
  if (keys.includes('') || new Set(keys).size < keys.length) return undefined;
  const parts = [];
  let line = before.split('\n').length;
  for (const [at, section] of sections.entries()) {
    const [, indent] = startOfList.exec(section) ?? [];
    const entries = indent === undefined ? [section] : section.split(new RegExp(`(?<=\\n)(?=${indent}- )`));
    for (let first = 0; first < entries.length; first += entriesPerPart) {
      const own = entries.slice(first, first + entriesPerPart).join('');
      parts.push(first === 0 ? { text: own, line } : { text: `${keys[at]}:\n${own}`, line: line - 1 });
      line += own.split('\n').length - 1;
    }
  }
  return parts;
}
