import type { ExchangeView } from '#contracts/control';
import type { Exchange } from '#contracts/exchange';
import type { JournalEntry } from '../books/index.ts';
import { type ReplayKey, renderSearchAgain } from '../operations/index.ts';
import type { Sandbox } from '../sandbox/index.ts';
import { standardHeaders, warningHeader } from './handle.ts';

/** The headers and bodies of a recorded exchange that the journal still has. */
export type Wire = Pick<Exchange, 'requestHeaders' | 'requestBody' | 'answerHeaders' | 'answerBody'>;

/**
 * Returns the headers and bodies of an exchange of the journal. The journal does not store the answer of a Search, so
 * this function creates the answer again.
 *
 * @example wireOf(sandbox, entry).answerBody
 */
export function wireOf(sandbox: Sandbox, { facts, bodies }: JournalEntry): Wire {
  const { requestHeaders, request, answer, answerHeaders, ...kept } = bodies ?? { requestHeaders: {} };
  const replayKey = kept.recipe as ReplayKey | undefined; // `handle` has created this key
  const { number, answered, warnings = [] } = facts;
  const standard = answered && standardHeaders(sandbox.identity.id, number, answered.at);
  return {
    requestHeaders,
    requestBody: request,
    ...(standard && { answerHeaders: { ...standard, ...answerHeaders, ...warningHeader(warnings) } }),
    answerBody: replayKey ? searchAgain(sandbox, replayKey, request) : answer,
  };
}

/** Undefined when a masked value in the criteria is not valid in a Search. */
function searchAgain(sandbox: Sandbox, replayKey: ReplayKey, request: unknown): unknown {
  const { Criteria } = request as { Criteria?: unknown }; // every Search has criteria
  try {
    return JSON.parse(renderSearchAgain(sandbox, replayKey, Criteria));
  } catch {
    return undefined;
  }
}

/** Returns an exchange as the control API shows it. */
export function viewEntry(sandbox: Sandbox, entry: JournalEntry): ExchangeView {
  const { facts, bodies } = entry;
  if (bodies) return { ...facts, ...wireOf(sandbox, entry) };
  return { ...facts, ...(facts.closed && { bodiesDropped: true }) };
}
