import v8 from 'node:v8';
import { once } from '#contracts/util';
import { FileError } from '../file-error.ts';
import { parseYaml } from '../yaml-document.ts';

/** A smaller text is parsed at once. */
const manyCharacters = 200_000;
/** A syntax tree needs about so many times the memory of its text. */
const bytesPerCharacter = 80;
/** The garbage collector clears small syntax trees early. */
const entriesPerPart = 20;

/** Aliases and several documents need the whole text. */
const needsWhole = /^(?:---|\.\.\.|%)|(?:^|[-:,[{])[ \t]*[&*]\w/m;
const emptyLines = String.raw`(?:[^\S\n]*(?:#[^\n]*)?\n)*`;
/** Before the first key. Many programs write a line "---" there, and a line "..." at the end. */
const preamble = new RegExp(`^${emptyLines}(?:---(?=\\s)${emptyLines})?`);
const lastMark = /(?<=\n)\.\.\.\s*$/;
const simpleKey = /^[A-Za-z$]\w*(?=:\s)/;
/** After the key of a list, only empty lines and comments are before the first entry. */
const startOfList = /^\w+:(?:[^\S\n]*(?:#[^\n]*)?\n)+( *)-\s/;

/** In parts if the text is large, to save memory. Throws a FileError. */
export async function readYamlLists(text: string) {
  const yaml = await import('yaml');
  if (text.length < manyCharacters) return [parseYaml(text, yaml)];
  const maxCharacters = v8.getHeapStatistics().heap_size_limit / bytesPerCharacter;
  return (splitText(text) ?? [{ text, line: 1 }]).map(part => {
    const isTooLarge = part.text.length > maxCharacters;
    const parse = () => parseYaml(part.text, yaml, part.line);
    // Not the tree of the values, because the trees of all parts need too much memory.
    const parseAgain = once(parse);
    const value = parseJson(part.text);
    if (isTooLarge && !value)
      throw new FileError(
        `the memory of Node.js is too small for more than ${Math.round(maxCharacters / 1e6)} MB that are neither valid JSON nor plain YAML lists; write lists without anchors, or several files`,
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
  const [before = ''] = preamble.exec(text) ?? [];
  const content = text.slice(before.length).replace(lastMark, '');
  if (needsWhole.test(content)) return undefined;
  const sections = content.split(/(?<=\n)(?=[^\s#-])/);
  const keys = sections.map(section => simpleKey.exec(section)?.[0] ?? '');
  if (keys.includes('') || new Set(keys).size < keys.length) return undefined;
  const parts = [];
  let line = before.split('\n').length;
  for (const [at, section] of sections.entries()) {
    const [, indent] = startOfList.exec(section) ?? [];
    const entries = indent === undefined ? [section] : section.split(new RegExp(`(?<=\\n)(?=${indent}-\\s)`));
    for (let first = 0; first < entries.length; first += entriesPerPart) {
      const own = entries.slice(first, first + entriesPerPart).join('');
      parts.push(first === 0 ? { text: own, line } : { text: `${keys[at]}:\n${own}`, line: line - 1 });
      line += own.split('\n').length - 1;
    }
  }
  return parts;
}
