import { once } from '#contracts/util';
import { FileError } from '../file-error.ts';
import { parseYaml } from '../yaml-document.ts';

/** A smaller text is parsed at once. */
const manyCharacters = 200_000;
/** The syntax tree of a larger text could need more memory than the process gets. */
const maxCharacters = 8_000_000;
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
export async function readYamlLists(text: string) {
  const yaml = await import('yaml');
  if (text.length < manyCharacters) return [parseYaml(text, yaml)];
  const whole = { text, line: 1 };
  return (splitText(text) ?? [whole]).map(part => {
    const isTooLarge = part.text.length > maxCharacters;
    const parse = () => parseYaml(part.text, yaml, part.line);
    // Not the tree of the values, because the trees of all parts need too much memory.
    const parseAgain = once(parse);
    const value = parseJson(part.text);
    if (isTooLarge && !value)
      throw new FileError(
        `a part of more than ${maxCharacters / 1e6} MB must be read at once; write lists without anchors, or several files`,
      );
    return {
      value: value ?? parse().value,
      positionAt: (field: string) => (isTooLarge ? undefined : parseAgain().positionAt(field)),
    };
  });
}

/** Undefined for a text that is not the JSON of an object, and for an object that has a key twice. */
function parseJson(text: string): object | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    const value = JSON.parse(text);
    const { $schema: _, ...rest } = value;
    return countKeys(text) === countKeys(JSON.stringify(value)) ? rest : undefined;
  } catch {
    return undefined;
  }
}

function countKeys(json: string): number {
  let count = 0;
  for (const [, colon] of json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)) if (colon !== undefined) count += 1;
  return count;
}

/** Each part is a key with its value, or with some entries of its list. Undefined for a text that the parser must read as a whole. */
function splitText(text: string): { text: string; line: number }[] | undefined {
  if (needsWhole.test(text)) return undefined;
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
