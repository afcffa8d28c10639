import { describePact } from '../describe-pact.ts';
import { expectDetails } from '../expect-details.ts';
import { expectProduct } from '../expect-product.ts';

describePact('transfer', tests => {
  expectProduct('transfer', tests);
  expectDetails('transfer', tests);
});
