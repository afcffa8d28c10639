import { describePact } from '../describe-pact.ts';
import { expectProduct } from '../expect-product.ts';

describePact('car', tests => expectProduct('car', tests));
