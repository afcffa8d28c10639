import { expect, it } from 'vitest';
import { answerFacts, listFilter } from '#contracts/exchange';

it('listFilter keeps the criteria of a list, with the products of the contract', () => {
  const dates = {
    CancelationDateEnd: '2026-11-22',
    InitialUpdateDate: '2026-11-20',
    FinalUpdateDate: '2026-11-21 10:00:00',
  };
  const ServiceTypes = ['Hotel', 'RentACar', 'Flight'];
  const criteria = { ServiceTypes, SupplierLoc: 'HCN1234567', ...dates, PassengerName: 'Ana' };
  const products = ['hotel', 'car', 'Flight'];
  expect(listFilter(criteria)).toEqual({ products, confirmation: 'HCN1234567', dates });
});

it('answerFacts keeps the policies that have both dates and a penalty', () => {
  const StartDate = '2026-12-07';
  const EndDate = '2026-12-10';
  const whole = { StartDate, EndDate, Value: 120, Currency: 'BRL' };
  const CancelPolicies = [whole, { ...whole, Value: 0 }, { StartDate, Value: 1 }, { EndDate, Value: 1 }];
  const policy = { start: StartDate, end: EndDate, value: 120, currency: 'BRL' };
  expect(answerFacts({ CancelPolicies }).policies).toEqual([policy]);
});
