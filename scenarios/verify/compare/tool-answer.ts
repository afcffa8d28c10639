import * as z from 'zod/mini';
import { assumed, byAssumption } from '#contracts/provenance';
import type { Comparable } from './field.ts';

const content = z.looseObject({
  type: assumed('answer', z.string()),
  text: assumed('answer', z.optional(z.string())),
});
/** The schema for the answer of every tool: readable content, and the same content as structured data (assumed). */
const answer = z.looseObject({
  content: assumed('answer', z.array(content)),
  structuredContent: assumed('answer', z.optional(z.looseObject({}))),
});

/**
 * Returns a description of a tool in the form of an operation, so that `compareAnswers` can compare the answers of the tool.
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
