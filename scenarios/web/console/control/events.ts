import { send } from './call.ts';
import { createParser, type ServerEvent } from './event-parser.ts';

/**
 * Reads the events of a sandbox until the server ends the stream. `EventSource` cannot send the control token, so this function
 * reads the stream of `fetch`.
 *
 * @param onOpen the stream is open, so that no later event is missed
 * @throws ControlFailure if the connection breaks or the server refuses the call
 */
export function readEvents(
  sandbox: string,
  { onOpen, onEvent, signal }: { onOpen(): void; onEvent(event: ServerEvent): void; signal: AbortSignal },
): Promise<void> {
  const path = `sandboxes/${encodeURIComponent(sandbox)}/events`;
  return send(path, { signal, isLong: true }, async ({ body }) => {
    if (!body) return;
    onOpen();
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    const parse = createParser(onEvent);
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) parse(chunk.value);
  });
}
