import type { BodyChange } from '#contracts/fault';

/** What a change of the body needs of an answer. */
interface SpoilableAnswer {
  headers: Record<string, string>;
  /** The headers that not every answer has. */
  extraHeaders: Record<string, string>;
  body: readonly (string | Uint8Array)[];
  isAscii: boolean;
}

const json = 'application/json; charset=utf-8';

/**
 * Returns an answer with a spoiled body. How it is sent (`change.wire`) is for the caller.
 *
 * @param text the body of the answer as text
 */
export function spoilBody<A extends SpoilableAnswer>(answer: A, text: string, change: BodyChange): A {
  if (change.wire) return answer;
  const type = change.contentType ?? json;
  const typed = { 'content-type': type };
  return {
    ...answer,
    headers: { ...answer.headers, ...typed },
    extraHeaders: type === json ? answer.extraHeaders : { ...answer.extraHeaders, ...typed },
    body: [change.text?.(text) ?? text],
    isAscii: false,
  };
}
