import type { ServerResponse } from 'node:http';
import type { Warning } from '#contracts/exchange';

const byResponse = new WeakMap<ServerResponse, readonly Warning[]>();

/** Remembers the warnings about the request that a response answers. */
export const keepWarnings = (response: ServerResponse, warnings: readonly Warning[]): void =>
  void byResponse.set(response, warnings);

/**
 * Returns the warnings about the request that a response of the server answers, without secrets. A log can call this
 * function when the response has ended.
 *
 * @example response.once('close', () => console.log(warningsOf(response)))
 */
export const warningsOf = (response: ServerResponse): readonly Warning[] => byResponse.get(response) ?? [];
