import type { ServiceStatus } from '#contracts';
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

/** The delay of each due event of `fillDue` after the booking before it, in milliseconds. */
const dueSteps: readonly { after: number; status: ServiceStatus }[] = [
  { after: 600_000, status: 'pending' },
  { after: 3_600_000, status: 'confirmed' },
];

/**
 * Fills a sandbox with OnRequest bookings. Each booking has two due events: it is pending after ten minutes, and confirmed after
 * an hour. A thousand instants share the due events.
 *
 * @param from the sandbox with the booking that is the model
 * @example fillDue(sandbox, { from: supplier.sandboxes.require('default'), count: 250_000 })
 */
export function fillDue(sandbox: Sandbox, { from, count }: { from: Sandbox; count: number }): void {
  const { bookings, clock } = sandbox;
  const { model, service } = modelIn(from);
  const now = clock.now();
  const status = 'on-request';
  const { confirmation: _, ...unconfirmed } = service;
  for (let n = 0; n < count; n += 1) {
    const id = bookings.newId(`due ${n}`);
    const timeline = [
      { at: now, status } as const,
      ...dueSteps.map(step => ({ at: now + step.after + (n % 1_000), status: step.status })),
    ];
    bookings.add(
      { ...model, id, createdAt: now, updatedAt: now, services: [] },
      {
        ...unconfirmed,
        id: `${id}-1`,
        reference: `bench-due-${n}`,
        units: [`${service.item}-${(n % 60_000).toString(36)}-0`],
        truth: status,
        stored: status,
        onRequest: true,
        timeline,
      },
    );
  }
}

/** Returns the confirmation number of a copy. A supplier never gives a number twice. */
const confirmationOf = ({ confirmation }: { confirmation?: string }, n: number) =>
  confirmation === undefined ? {} : { confirmation: `${confirmation}-${n}` };
