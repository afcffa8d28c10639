// Reads the books of the stand-in supplier: the bookings, prices and card charges that it has recorded.
export { type BookedService, type Books, booksOf } from './books.ts';
export { booksOfViews } from './books-of-views.ts';
export { type SupplierSide, supplierSide } from './supplier-side.ts';
