export type Json = Record<string, unknown>;

/** Changes the JSON answers of one operation, as another supplier would send them. */
export const changing =
  (operation: string, change: (answer: Json) => unknown) =>
  async (url: string, came: Response): Promise<Response> =>
    url.endsWith(operation) && came.status === 200
      ? Response.json(change((await came.json()) as Json))
      : came;

export const count = (calls: string, name: string): number =>
  calls.split(', ').reduce((sum, call) => {
    const [what, times = '1'] = call.split(' ×');
    return sum + (what === name ? Number(times) : 0);
  }, 0);
