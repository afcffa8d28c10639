import { describePact } from '../describe-pact.ts';
import { expectProduct } from '../expect-product.ts';

describePact('transfer', tests => expectProduct('transfer', tests));
