const encoder = new TextEncoder();

/** How a list is written: what stands before, between and after its entries. */
export interface ListForm {
  head: string;
  between: string;
  tail: string;
  type: string;
}

/**
 * A Response that writes a list entry by entry as it is read: the entries of a journal in full can be far larger than
 * the journal.
 *
 * @example streamList([1, 2], String, { head: '[', between: ',', tail: ']', type: 'application/json' })
 */
export function streamList<T>(entries: readonly T[], write: (entry: T) => string, form: ListForm): Response {
  let index = -1;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const entry = entries[index];
      const text = index < 0 ? form.head : entry === undefined ? form.tail : between(index) + write(entry);
      index += 1;
      if (text !== '') controller.enqueue(encoder.encode(text));
      if (index > entries.length) controller.close();
    },
  });
  const between = (at: number) => (at === 0 ? '' : form.between);
  return new Response(body, { headers: { 'content-type': form.type, 'cache-control': 'no-store' } });
}
