import * as z from 'zod/mini';
import { assumed, byAssumption } from '#contracts/provenance';
import { once } from '#contracts/util';
import type { Comparable } from './compare.ts';

/** What every tool answers: content that can be read, and the same as data (assumed). */
const answer = once(() =>
  z.looseObject({
    content: assumed(
      'answer',
      z.array(
        z.looseObject({
          type: assumed('answer', z.string()),
          text: assumed('answer', z.optional(z.string())),
        }),
      ),
    ),
    structuredContent: assumed('answer', z.optional(z.looseObject({}))),
  }),
);

const nothing = once(() => z.strictObject({}));

/**
 * What an answer of the tool server is compared with.
 *
 * @example compareAnswers(toolAnswer('tools/get_reference'), [{ json }])
 */
export const toolAnswer = (id: `tools/${string}`): Comparable => ({
  id,
  method: 'POST',
  path: '/mcp',
  provenance: byAssumption('answer'),
  answerProvenance: byAssumption('answer'),
  request: nothing(),
  answer: answer(),
});
