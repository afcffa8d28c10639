import { operations } from '#contracts';
import {
  callsFor,
  callsUsedBy,
  type FromAnswer,
  isFromAnswer,
  type SampleCall,
} from '#contracts/sample-calls';
import { asObject, isObject } from '#contracts/util';
import type { CapturedCall } from './capture-examples.ts';
import { leavesOf, outlineOf } from './leaves.ts';

/**
 * Returns the captured calls as sample calls that another server can receive. A value that an earlier answer gave
 * becomes a reference to that answer. This function finds such values by comparison, so a new operation needs no extra code.
 */
export function tellStory(calls: readonly CapturedCall[]): SampleCall[] {
  const samples = calls.map((call, index) => sampleOf(call, calls.slice(0, index)));
  const wanted = new Set(Object.keys(operations).flatMap(id => callsFor(id, samples)));
  const kept = [...wanted].sort((a, b) => a - b);
  const renumber = (call: number) => kept.indexOf(call);
  const story = kept.flatMap(index => samples[index] ?? []).map(call => renumbered(call, renumber));
  const taken = story
    .flatMap(({ request }) => leavesOf(request).map(({ value }) => value))
    .filter(isFromAnswer);
  return story.map((call, index) => {
    const paths = taken.filter(({ $call }) => $call === index).map(({ path }) => path);
    const answer = calls[kept[index] ?? -1]?.answer;
    return paths.length > 0 ? { ...call, answer: outlineOf(answer, paths) } : call;
  });
}

function sampleOf({ operation, request }: CapturedCall, earlier: readonly CapturedCall[]): SampleCall {
  // The replaying client adds its own credential.
  const { Credential, ...fields } = asObject(request);
  const { token, managerId, ...lookedUp } = fields;
  const sent = operations[operation].base === 'commons' ? lookedUp : fields;
  const after = operations[operation].effect === 'read' ? bookingsNamed(sent, earlier) : [];
  return { operation, request: retrace(sent, earlier), ...(after.length > 0 && { after }) };
}

/** Returns a request in which a reference to an earlier answer replaces every value of that answer. */
function retrace(request: unknown, earlier: readonly CapturedCall[]): unknown {
  const ids = replaced(request, value => originOf(value, earlier));
  return replaced(ids, value => offeredDay(value, new Set(callsUsedBy(ids)), earlier));
}

function replaced(value: unknown, replace: (leaf: unknown) => FromAnswer | undefined): unknown {
  if (isFromAnswer(value)) return value;
  if (Array.isArray(value)) return value.map(entry => replaced(entry, replace));
  if (!isObject(value)) return replace(value) ?? value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, replaced(entry, replace)]));
}

const day = /^\d{4}-\d\d-\d\d/;

/** Returns whether a value is distinctive, such as an id, so that two equal ones are no coincidence. */
function isDistinctive(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 10_000;
  return typeof value === 'string' && value.length >= 5 && /\d/.test(value) && !day.test(value);
}

/** Returns a reference to the first answer that holds a value, unless a request held it before. */
function originOf(value: unknown, earlier: readonly CapturedCall[]): FromAnswer | undefined {
  if (!isDistinctive(value)) return undefined;
  for (const [$call, { request, answer }] of earlier.entries()) {
    if (leavesOf(request).some(leaf => leaf.value === value)) return undefined;
    const leaf = leavesOf(answer).find(
      ({ value: other, path }) => other === value && typeof path.at(-1) === 'string',
    );
    if (leaf) return { $call, path: leaf.path, ...(typeof value === 'number' && { isNumber: true }) };
  }
  return undefined;
}

/** Returns a reference to the first day of a list, where the value is a day of that list in an answer the request refers to. */
function offeredDay(
  value: unknown,
  used: ReadonlySet<number>,
  earlier: readonly CapturedCall[],
): FromAnswer | undefined {
  if (typeof value !== 'string' || !day.test(value)) return undefined;
  for (const $call of used) {
    const leaf = leavesOf(earlier[$call]?.answer).find(
      ({ value: other, path }) => other === value && typeof path.at(-1) === 'number',
    );
    if (leaf) return { $call, path: [...leaf.path.slice(0, -1), 0] };
  }
  return undefined;
}

/** Returns the indexes of the bookings that a look-up names by a value of their request, such as the client's own reference. */
function bookingsNamed(request: object, earlier: readonly CapturedCall[]): number[] {
  const own = leavesOf(request).filter(({ value }) => typeof value === 'string');
  return [...earlier.entries()].flatMap(([index, call]) => {
    if (operations[call.operation].effect !== 'book') return [];
    const sent = leavesOf(call.request);
    const isNamed = own.some(({ path, value }) =>
      sent.some(leaf => leaf.value === value && leaf.path.at(-1) === path.at(-1)),
    );
    return isNamed ? [index] : [];
  });
}

function renumbered(call: SampleCall, renumber: (call: number) => number): SampleCall {
  const request = JSON.parse(JSON.stringify(call.request), (_, value) =>
    isFromAnswer(value) ? { ...value, $call: renumber(value.$call) } : value,
  );
  return { ...call, request, ...(call.after && { after: call.after.map(renumber) }) };
}
