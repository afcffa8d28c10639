/** One server-sent event. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
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
