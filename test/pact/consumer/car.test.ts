import { describePact } from '../describe-pact.ts';
import { expectDetails } from '../expect-details.ts';
import { expectProduct } from '../expect-product.ts';

describePact('car', tests => {
  expectProduct('car', tests);
  expectDetails('car', tests);
});
