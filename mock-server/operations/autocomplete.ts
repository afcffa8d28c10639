import { type LocationType, limits, type Product, type RequestOf, type Suggestion } from '#contracts';
import { locationTypes } from '#contracts/shapes';
import type { Call } from './handler.ts';

// Hotels are searched by destination, point of interest or hotel, and tours by destination. Cars and transfers start and end at
// any type of location.
const typesFor: Readonly<Record<Product, readonly LocationType[]>> = {
  hotel: ['Destination', 'PointOfInterest', 'Hotel'],
  car: locationTypes,
  transfer: locationTypes,
  tour: ['Destination'],
};

/**
 * Suggests places for the text that a user has typed. If a product is given, suggests only places that a Search for this product
 * accepts (svc.2). If a quantity other than 0 is given, returns at most this number of places.
 */
export function autocomplete(
  { term, product, quantity = limits.suggestions.value }: RequestOf<'autocomplete'>,
  { sandbox: { places } }: Call,
): { answer: Suggestion[] } {
  const types = product === undefined ? locationTypes : typesFor[product];
  return {
    answer: places.suggest(
      term,
      types,
      Math.min(quantity || limits.suggestions.value, limits.suggestions.value),
    ),
  };
}
