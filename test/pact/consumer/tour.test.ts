import { describePact } from '../describe-pact.ts';
import { expectDetails } from '../expect-details.ts';
import { expectProduct } from '../expect-product.ts';

describePact('tour', tests => {
  expectProduct('tour', tests);
  expectDetails('tour', tests);
});
