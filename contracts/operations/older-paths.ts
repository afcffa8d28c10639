import { type Product, productNames } from '../shapes/index.ts';

const methods: Readonly<Record<Product, Readonly<Record<string, string>>>> = {
  hotel: methodNames('GetCancellationPolicies', 'Booking', 'Cancel'),
  car: methodNames('GetPaymentPolicies', 'DoBooking', 'CancelBooking'),
  transfer: methodNames('GetCancellationPolicies', 'DoBooking', 'Cancel'),
  tour: methodNames('GetCancellationPolicies', 'DoBooking', 'Cancel'),
};

/** Returns the methods of the older base by the step of the contract. */
function methodNames(getBookingConditions: string, doBooking: string, cancelByService: string) {
  return { search: 'Search', getBookingConditions, doBooking, cancelByService };
}

/**
 * Returns the older path of a step as the field `otherPaths` of an operation; an empty object for a step without such a
 * path. Public clients for hotels and cars still call the older base `/ws/Rest`, whose methods partly have other names.
 * For transfers and tours, only public documentation shows the older base. The request and the answer are the same as
 * at the path of the contract.
 *
 * @param step the last part of the operation id
 * @example olderPaths('car', 'getBookingConditions') // { otherPaths: ['/ws/Rest/RentACar.svc/GetPaymentPolicies'] }
 */
export function olderPaths(product: Product, step: string): { readonly otherPaths?: readonly string[] } {
  const method = methods[product][step];
  if (method === undefined) return {};
  return { otherPaths: [`/ws/Rest/${productNames[product].service}.svc/${method}`] };
}
