import type { InventoryFile } from '#contracts/inventory';
import type { MockSupplier } from '#mock-server';
import { createInventory } from '#reference-data';
import { createTestSupplier, testCriteria } from '../hotel-client.ts';

export const place = { id: '9001', name: 'Búzios', country: 'BR', airport: { code: 'BZC' } };
const standard = { name: 'Standard', board: 'breakfast', price: 410, currency: 'BRL' } as const;
export const rates: InventoryFile = {
  destinations: [place],
  hotels: [
    { id: 778812, destination: '9001' },
    {
      id: 778813,
      destination: '9001',
      name: 'Pousada do Canto',
      category: '4',
      rooms: [
        { ...standard, restriction: 'CanBook', canPayLater: true },
        { name: 'Suite', price: 900, restriction: 'OnRequest', confirmsAfter: 'PT20M', prePayment: true },
        { name: 'Attic', price: 100, closed: ['2026-12-11'] },
        { name: 'Cellar', price: 100, soldOut: true },
      ],
      closed: ['2027-02-12/2027-02-17'],
      // biome-ignore lint/suspicious/noThenProperty: a field of the record
      policies: { freeUntil: 'P7D', then: '50%' },
      taxes: [{ name: 'City tax', amount: 6.5, currency: 'BRL', type: 'PerNight' }],
    },
  ],
};

export const supplierWith = async (file: InventoryFile): Promise<MockSupplier> =>
  createTestSupplier({ inventory: await createInventory(file), options: { rateLimit: false } });
export const sandboxOf = (supplier: MockSupplier) => supplier.sandboxes.require('default');

interface Room {
  RoomDescription: string;
  [field: string]: unknown;
}

export function hotelsIn(supplier: MockSupplier, change: object = {}): { HotelId: number; Rooms: Room[] }[] {
  const criteria = { ...testCriteria, DestinationId: '9001', ReturnOnRequestRooms: true, ...change };
  const { members } = sandboxOf(supplier)
    .inventory.current.inventoryOf('hotel')
    .search(criteria, JSON.stringify(criteria));
  return JSON.parse(`{${members}}`).Hotels;
}
