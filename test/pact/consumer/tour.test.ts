import { describePact } from '../describe-pact.ts';
import { expectProduct } from '../expect-product.ts';

describePact('tour', tests => expectProduct('tour', tests));
