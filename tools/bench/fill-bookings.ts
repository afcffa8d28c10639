import type { Sandbox } from '#mock-server';

const keptIds = 20_000;

/**
 * Fills a sandbox with copies of its booking through the function that DoBooking itself uses, so that records and indexes
 * are the same. Ids, references, confirmation numbers, dates and rooms differ.
 *
 * @returns ids of bookings spread evenly over all of them, at most 20,000
 */
export function fillBookings(sandbox: Sandbox, count: number): string[] {
  const { bookings } = sandbox;
  const { model, service } = modelIn(sandbox);
  const step = Math.ceil(count / keptIds);
  const ids: string[] = [];
  for (let n = 1; n < count; n += 1) {
    const id = bookings.newId(`bench ${n}`);
    if (n % step === 0) ids.push(id);
    const start = new Date(Date.parse(service.start) + (n % 300) * 86_400_000).toISOString().slice(0, 10);
    const units = [`${service.item}-${(n % 60_000).toString(36)}-0`];
    bookings.add(
      {
        ...model,
        id,
        createdAt: model.createdAt + n,
        updatedAt: model.updatedAt + n,
        services: [],
      },
      {
        ...service,
        id: `${id}-1`,
        reference: `bench-fill-${n}`,
        start,
        units,
        ...confirmationOf(service, n),
      },
    );
  }
  return ids;
}

/** Returns the last booking of the user demo, and its first service. */
function modelIn({ store }: Sandbox) {
  const [model] = store.list({ owner: 'demo' });
  const service = model?.services[0];
  if (!model || !service) throw new Error('fillBookings: book once before, to give the model');
  return { model, service };
}

/** Returns the confirmation number of a copy. A supplier never gives a number twice. */
const confirmationOf = ({ confirmation }: { confirmation?: string }, n: number) =>
  confirmation === undefined ? {} : { confirmation: `${confirmation}-${n}` };
