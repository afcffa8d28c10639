import type { Sandbox } from '#mock-server';

/** What a supplier holds. */
export interface SupplierSide {
  /** The status of each service, in the order of booking. */
  readonly services: readonly string[];
  /** What became of each charge. */
  readonly charges: readonly string[];
}

/** What the supplier of a sandbox holds, whatever a client was told of it. */
export function supplierSide({ store, identity }: Sandbox): SupplierSide {
  const bookings = identity.credentials
    .flatMap(({ Username: owner }) => [...store.list({ owner })])
    .sort((a, b) => a.createdAt - b.createdAt);
  return {
    services: bookings.flatMap(({ services }) => services.map(({ truth }) => truth)),
    charges: bookings.flatMap(({ payments }) => payments.map(({ status }) => status)),
  };
}
