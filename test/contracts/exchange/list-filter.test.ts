import { expect, it } from 'vitest';
import { listFilter } from '#contracts/exchange';

it('listFilter keeps the criteria of a list, with the products of the contract', () => {
  const criteria = {
    ServiceTypes: ['Hotel', 'RentACar', 'Flight'],
    SupplierLoc: 'HCN1234567',
    InitialUpdateDate: '2026-11-20',
    FinalUpdateDate: '2026-11-21 10:00:00',
    CancelationDateEnd: '2026-11-22',
    PassengerName: 'Ana',
  };
  expect(listFilter(criteria)).toEqual({
    products: ['hotel', 'car', 'Flight'],
    confirmation: 'HCN1234567',
    dates: {
      CancelationDateEnd: '2026-11-22',
      InitialUpdateDate: '2026-11-20',
      FinalUpdateDate: '2026-11-21 10:00:00',
    },
  });
});
