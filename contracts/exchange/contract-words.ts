import * as z from 'zod/mini';
import { problems, statuses } from '../clauses/index.ts';
import {
  type AnyOperation,
  errorBody,
  operations,
  otherNames,
  pathsOf,
  wordsOf,
} from '../operations/index.ts';
import { once } from '../util/index.ts';

export type Words = Iterable<string> & Pick<ReadonlySet<string>, 'has'>;

export const contractWords: () => Words = once(() => {
  const words = new Set([
    'DELETE',
    'OPTIONS',
    'application',
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
  ]);
  const seen = new Set<z.core.$ZodType>();
  function add(text: string): void {
    words.add(text);
    for (const word of text.match(/[\p{L}\p{N}_-]+/gu) ?? []) words.add(word);
  }

  function addSchema(schema: z.core.$ZodType): void {
    if (seen.has(schema)) return;
    seen.add(schema);
    const { def } = (schema as z.core.$ZodTypes)._zod; // the type is the union of all zod schemas
    if (def.type === 'object') [...Object.keys(def.shape), ...otherNames(schema).keys()].forEach(add);
    for (const [other] of wordsOf(z.globalRegistry.get(schema))) add(other);
    if (def.type === 'enum') Object.values(def.entries).map(String).forEach(add);
    if (def.type === 'literal') def.values.map(String).forEach(add);
    Object.values(def.type === 'object' ? def.shape : def)
      .flat()
      .filter(one => one instanceof z.core.$ZodType)
      .forEach(addSchema);
  }

  /** In steps, because the creation of all schemas takes as long as the first Search. */
  function* addContract() {
    const all = Object.values<AnyOperation>(operations);
    for (const operation of all) [operation.id, ...pathsOf(operation)].forEach(add);
    const labels = Object.values(statuses).flatMap(({ bookingStatus, label }) => [bookingStatus, label]);
    [...Object.keys(problems), ...Object.keys(statuses), ...labels].forEach(add);
    for (const { request } of all) yield addSchema(request);
    for (const { answer } of all) yield addSchema(answer);
    addSchema(errorBody);
  }

  const steps = addContract();
  return {
    has(word) {
      while (!words.has(word)) if (steps.next().done) return words.has(word);
      return true;
    },
    [Symbol.iterator]() {
      Array.from(steps);
      return words.values();
    },
  };
});
