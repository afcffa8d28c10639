import { send } from './call.ts';

/** One server-sent event. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

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

/**
 * Creates a parser of server-sent events. The parser keeps an incomplete event until its rest arrives.
 *
 * @example createParser(console.log)('event: a\ndata: 1\n\n') // { event: 'a', data: '1' }
 */
export function createParser(onEvent: (event: ServerEvent) => void): (text: string) => void {
  let rest = '';
  return text => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n');
      const fieldOf = (name: string) =>
        lines.find(line => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const data = fieldOf('data');
      if (data !== undefined) onEvent({ event: fieldOf('event') ?? 'message', data });
    }
  };
}
