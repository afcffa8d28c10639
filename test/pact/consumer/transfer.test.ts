import { describeProduct } from '../expect-product.ts';

describeProduct('transfer');
