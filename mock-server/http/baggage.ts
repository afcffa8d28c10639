import { shorten } from '#contracts/util';
import { refuse } from '../books/index.ts';
import { isSandboxId } from '../sandbox/index.ts';

const key = 'understudy-sandbox';
const maxShown = 80;

/** @throws Refusal (400) for a value that is not an id, and for two ids */
export function sandboxInBaggage(header: string): string | undefined {
  if (!header.includes(key)) return undefined;
  let found: string | undefined;
  for (const member of header.split(',')) {
    const [pair = ''] = member.split(';'); // properties of an entry follow after a semicolon
    const [name = '', ...rest] = pair.split('=');
    if (name.trim() !== key) continue;
    const id = readId(rest.join('=').trim());
    if (found !== undefined && found !== id)
      throw refuse('InvalidRequest', `names two sandboxes, "${found}" and "${id}"; send one`, 'baggage');
    found = id;
  }
  return found;
}

function readId(value: string): string {
  const id = decode(value);
  if (id !== undefined && isSandboxId(id)) return id;
  const shown = shorten(value, maxShown);
  const message = `"${shown}" is not the id of a sandbox; send "${key}=<id>", such as "${key}=team-a.checkout"`;
  throw refuse('InvalidRequest', message, 'baggage');
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
