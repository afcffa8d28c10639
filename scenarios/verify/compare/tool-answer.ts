import * as z from 'zod/mini';
import { assumed, byAssumption } from '#contracts/provenance';
import { once } from '#contracts/util';
import type { Comparable } from './field.ts';

/** Every tool answers content to be read, and the same as data (assumed). */
const schemas = once(() => {
  const content = z.looseObject({
    type: assumed('answer', z.string()),
    text: assumed('answer', z.optional(z.string())),
  });
  return {
    request: z.strictObject({}),
    answer: z.looseObject({
      content: assumed('answer', z.array(content)),
      structuredContent: assumed('answer', z.optional(z.looseObject({}))),
    }),
  };
});

/**
 * Returns what an answer of the tool server is compared with.
 *
 * @example compareAnswers(toolAnswer('tools/get_reference'), [{ json }])
 */
export const toolAnswer = (id: `tools/${string}`): Comparable => ({
  id,
  method: 'POST',
  path: '/mcp',
  provenance: byAssumption('answer'),
  answerProvenance: byAssumption('answer'),
  ...schemas(),
});
