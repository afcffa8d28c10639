import { type Product, productNames } from '../shapes/index.ts';

/** The steps of a product that the older addresses have. */
export type OlderStep = 'search' | 'getBookingConditions' | 'doBooking' | 'cancelByService';

const methods: Readonly<Record<Product, Readonly<Record<OlderStep, string>>>> = {
  hotel: names('GetCancellationPolicies', 'Booking', 'Cancel'),
  car: names('GetPaymentPolicies', 'DoBooking', 'CancelBooking'),
  transfer: names('GetCancellationPolicies', 'DoBooking', 'Cancel'),
  tour: names('GetCancellationPolicies', 'DoBooking', 'Cancel'),
};

function names(getBookingConditions: string, doBooking: string, cancelByService: string) {
  return { search: 'Search', getBookingConditions, doBooking, cancelByService };
}

/**
 * Returns the older paths of a step. Public clients of hotels and cars still call the older base `/ws/Rest`, whose
 * methods partly have other names. For transfers and tours, only public documentation shows the older base. The request
 * and the answer are those of the path of the contract.
 *
 * @example olderPaths('car', 'getBookingConditions') // ['/ws/Rest/RentACar.svc/GetPaymentPolicies']
 */
export const olderPaths = (product: Product, step: OlderStep): readonly string[] => [
  `/ws/Rest/${productNames[product].service}.svc/${methods[product][step]}`,
];
