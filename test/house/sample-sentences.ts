// Prints 100 random sentences: a third each from comments, from messages with help, and from pages.
// A reader who knows neither code nor design marks each as clear or not. The same seed draws the same sentences.
// In brackets stand the place, and the sentences before in the same comment, message or paragraph. A value in a message
// is shown by its name, for example {number}.
// Usage: node test/house/sample-sentences.ts [seed]
import { projectFiles, readProjectFile } from './project-files.ts';
import { textsOfMarkdown, textsOfSource } from './texts.ts';

interface Sentence {
  readonly place: string;
  readonly text: string;
  /** The sentences before this one in the same comment, message or paragraph. */
  readonly before: string;
}

/** Returns a generator of numbers from 0 up to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const isSentence = (text: string) =>
  !/\|\S+\|/.test(text) && // a row of inventory data
  text.split(/\s+/).length >= 5 &&
  /^[A-Z"'`…]/.test(text) &&
  !/^\S*\]\(/.test(text) &&
  !text.includes('](00');

const sentencesOf = (place: string, text: string): Sentence[] =>
  text
    .replaceAll(/@throws\s/g, '@throws Throws ')
    .split(/\s@\w+\s(?:\w+(?=\s(?:the|a|an|how|if|whether|which)\s))?/)
    .flatMap(part => part.replaceAll(/\s+/g, ' ').split(/(?<=[.!?:])\s+(?=[A-Z`"])/))
    .map(sentence => sentence.trim())
    .map((sentence, index, all) => ({ place, text: sentence, before: all.slice(0, index).join(' ') }));

function draw(from: readonly Sentence[], count: number, random: () => number): Sentence[] {
  const left = [...from];
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [drawn] = left.splice(Math.floor(random() * left.length), 1);
    if (drawn === undefined) throw new Error('There is no sentence left to draw. Lower the count.');
    return drawn;
  });
}

const product = projectFiles().filter(file =>
  /^(client|contracts|mock-server|scenarios)\/.*\.ts$/.test(file),
);
const texts = product.flatMap(file =>
  textsOfSource(file, readProjectFile(file)).map(text => ({ ...text, place: `${file}:${text.line}` })),
);
const comments = texts
  .filter(({ kind }) => kind === 'comment')
  .flatMap(({ place, text }) => sentencesOf(place, text.replace(/@example[\s\S]*/, '')));
const messages = texts
  .filter(({ kind }) => kind === 'message')
  .flatMap(({ place, text }) => sentencesOf(place, text));
const pages = projectFiles()
  .filter(file => /^(README|CONTRIBUTING|docs\/.*)\.md$/.test(file))
  .flatMap(file => paragraphsOf(file));

function paragraphsOf(file: string): Sentence[] {
  const paragraphs: { line: number; text: string }[] = [];
  let last = -1;
  for (const { text, line } of textsOfMarkdown(readProjectFile(file), true)) {
    const joined = paragraphs.at(-1);
    if (joined !== undefined && line === last + 1 && !/^\s*([-#|>]|\d+\.)/.test(text))
      joined.text += ` ${text}`;
    else if (!/^\s*[#|]/.test(text)) paragraphs.push({ line, text });
    last = line;
  }
  return paragraphs.flatMap(({ line, text }) =>
    sentencesOf(`${file}:${line}`, text.replace(/^\s*[-\d.]+\s/, '')),
  );
}

const seed = Number(process.argv[2] ?? 1);
if (!Number.isSafeInteger(seed)) {
  console.error(`The seed "${process.argv[2]}" is not a whole number. Pass one, for example 7.`);
  process.exit(64);
}
const random = randomFrom(seed);
const drawn = [
  ...draw(
    comments.filter(({ text }) => isSentence(text)),
    34,
    random,
  ),
  ...draw(
    messages.filter(({ text }) => isSentence(text)),
    33,
    random,
  ),
  ...draw(
    pages.filter(({ text }) => isSentence(text)),
    33,
    random,
  ),
];
for (const [index, { place, text, before }] of drawn.entries())
  console.log(`${index + 1}. [${place}]${before === '' ? '' : ` (${before})`} ${text}`);
