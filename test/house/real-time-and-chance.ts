import { Visitor } from 'vite';
import { parse } from './syntax.ts';

const timers = ['setTimeout', 'setInterval', 'setImmediate'];
const globals = new Set(['globalThis', 'window', 'self']);
const members = new Map([
  ['Date', ['now']],
  ['performance', ['now', 'timeOrigin']],
  ['process', ['hrtime', 'uptime']],
  ['AbortSignal', ['timeout']],
  ['Math', ['random']],
  ['crypto', ['randomUUID', 'getRandomValues', 'randomBytes', 'randomInt']],
]);
const chanceFromNode = new Set([
  'randomUUID',
  'getRandomValues',
  'randomBytes',
  'randomInt',
  'randomFillSync',
]);

export type Use = { what: string; line: number };

/**
 * Finds where a source reads the machine's time, sets a timer or uses randomness. Types, comments, texts and `new Date(x)`
 * of a given instant do not count.
 *
 * @example
 * realTimeAndChance('a.ts', 'const now = Date.now();'); // [{ what: 'Date.now', line: 1 }]
 */
export function realTimeAndChance(file: string, source: string): Use[] {
  const { program, lineAt } = parse(file, source);
  const found: Use[] = [];
  const see = (what: string, start: number) => found.push({ what, line: lineAt(start) });
  new Visitor({
    MemberExpression: ({ object, property, start }) => {
      if (object.type !== 'Identifier' || property.type !== 'Identifier') return;
      const isTimer = globals.has(object.name) && timers.includes(property.name);
      if (isTimer || members.get(object.name)?.includes(property.name))
        see(`${object.name}.${property.name}`, start);
    },
    NewExpression: ({ callee, arguments: given, start }) => {
      if (callee.type === 'Identifier' && callee.name === 'Date' && given.length === 0)
        see('new Date()', start);
    },
    CallExpression: ({ callee, arguments: given, start }) => {
      if (callee.type !== 'Identifier') return;
      if (callee.name === 'Date') see('Date()', start);
      if (timers.includes(callee.name)) see(callee.name, start);
      for (const argument of given) if (isTimerName(argument)) see(argument.name, argument.start);
    },
    VariableDeclarator: ({ init }) => {
      if (init && isTimerName(init)) see(init.name, init.start);
    },
    ConditionalExpression: ({ consequent, alternate }) => {
      for (const branch of [consequent, alternate]) if (isTimerName(branch)) see(branch.name, branch.start);
    },
    Property: ({ value }) => {
      if (isTimerName(value)) see(value.name, value.start);
    },
    ImportDeclaration: ({ source: from, specifiers, start }) => {
      if (/^(node:)?timers(\/promises)?$/.test(from.value)) see(from.value, start);
      if (!/^(node:)?crypto$/.test(from.value)) return;
      for (const { local } of specifiers)
        if (chanceFromNode.has(local.name)) see(`crypto ${local.name}`, start);
    },
  }).visit(program);
  return found;
}

type Named = { type: string; name: string; start: number };

function isTimerName(node: { type: string; start: number; name?: unknown }): node is Named {
  return node.type === 'Identifier' && typeof node.name === 'string' && timers.includes(node.name);
}
