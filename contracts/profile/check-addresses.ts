import { placeholders } from '../address.ts';
import type { AnyOperation } from '../operation.ts';
import type { Registry } from './fields.ts';
import { type ProfileProblem, placeText } from './problem.ts';
import type { Profile } from './schema.ts';

/** First parts of paths that belong to the stand-in itself. */
const reserved = ['_control', 'mcp', 'sandbox', 'openapi.json', 'docs'];

/** Method and path of an operation as a dialect has them. */
export function addressOf(operation: AnyOperation, profile: Profile): { method: string; path: string } {
  const own = profile.operations?.[operation.id];
  return { method: own?.method ?? operation.method, path: own?.path ?? operation.path };
}

/** Finds methods and paths of a profile that cannot be served. */
export function addressProblems(registry: Registry, profile: Profile): ProfileProblem[] {
  const problems: ProfileProblem[] = [];
  const taken = new Map<string, string>();
  for (const operation of sortedByChange(registry, profile)) {
    const { method, path } = addressOf(operation, profile);
    const at = (key: string) => placeText(['operations', operation.id, key]);
    const own = profile.operations?.[operation.id];
    if (own?.path !== undefined)
      problems.push(...pathProblems(operation, own.path).map(message => ({ path: at('path'), message })));
    const message = methodProblem(operation, method);
    if (message !== undefined) problems.push({ path: at('method'), message });

    const address = `${method} ${path.toLowerCase().replaceAll(/\{[^{}]+\}/g, '{}')}`;
    const other = taken.get(address);
    if (other === undefined) taken.set(address, operation.id);
    else {
      const path = at(own?.path === undefined ? 'method' : 'path');
      problems.push({
        path,
        message: `"${address}" is already the address of ${other}; give one of them another path`,
      });
    }
  }
  return problems;
}

/** Unchanged operations first, so that a clash is reported at the one that moved. */
function sortedByChange(registry: Registry, profile: Profile): AnyOperation[] {
  const moved = ({ id }: AnyOperation) => Number(profile.operations?.[id] !== undefined);
  return Object.values(registry).toSorted((a, b) => moved(a) - moved(b));
}

function pathProblems(operation: AnyOperation, path: string): string[] {
  const problems: string[] = [];
  const [has, wants] = [placeholders(path), placeholders(operation.path)].map(names =>
    names.toSorted().join(', '),
  );
  if (has !== wants) {
    const expected =
      wants === ''
        ? 'without placeholders'
        : `with the placeholders {${wants?.replaceAll(', ', '}, {')}}, each once`;
    problems.push(`"${path}" does not fit ${operation.id}; expected a path ${expected}`);
  }
  const first = path.split('/')[1]?.toLowerCase() ?? '';
  if (first === '' || reserved.includes(first)) {
    problems.push(
      `"${path}" is an address of the stand-in itself; put the dialect's paths elsewhere, for example "/v2${path}"`,
    );
  }
  return problems;
}

function methodProblem(operation: AnyOperation, method: string): string | undefined {
  if (method === operation.method) return undefined;
  if (operation.method === 'GET')
    return `"${method}" does not fit ${operation.id}, which has no body; it can only be a GET`;
  return method === 'GET'
    ? `"GET" does not fit ${operation.id}, whose request is a body; use POST, PUT, PATCH or DELETE`
    : undefined;
}
