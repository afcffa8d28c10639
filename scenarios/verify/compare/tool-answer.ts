import * as z from 'zod/mini';
import { assumed, byAssumption } from '#contracts/provenance';
import type { Comparable } from './field.ts';

const content = z.looseObject({
  type: assumed('answer', z.string()),
  text: assumed('answer', z.optional(z.string())),
});
/** Every tool answers with content for people, and the same as data (assumed). */
const answer = z.looseObject({
  content: assumed('answer', z.array(content)),
  structuredContent: assumed('answer', z.optional(z.looseObject({}))),
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
  request: z.strictObject({}),
  answer,
});
