import { type BrokenClient, type Handle, listOf, wire } from './broken-client.ts';

type Guest = Readonly<Record<string, unknown>>;

/** Changes the guests of each room in a DoBooking. The function gets the guests of all rooms. */
const rooms = (change: (guests: Guest[][]) => Guest[][]): Handle => {
  return ({ send, body }) => {
    const sent = listOf(body.Rooms);
    const changed = change(sent.map(({ Paxs }) => listOf(Paxs)));
    return send({ body: { ...body, Rooms: sent.map((room, index) => ({ ...room, Paxs: changed[index] })) } });
  };
};

const each = (change: (guest: Guest) => Guest) =>
  wire({ 'hotel.doBooking': rooms(guests => guests.map(room => room.map(change))) });

const names = (change: (name: string) => string) =>
  each(guest => ({ ...guest, Name: change(`${guest.Name}`), Surname: change(`${guest.Surname}`) }));

const without = (...fields: string[]) =>
  each(guest => Object.fromEntries(Object.entries(guest).filter(([name]) => !fields.includes(name))));

/** Reads the UTF-8 bytes of a text as Latin-1. */
const misread = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

export const guests: readonly BrokenClient[] = [
  {
    name: 'removes the accents from names',
    rule: 'booked-as-expected',
    scenario: 'guest-names-accents',
    breakIt: names(name => name.normalize('NFD').replace(/\p{M}/gu, '')),
  },
  {
    name: 'sends names in a broken encoding, which the supplier refuses',
    rule: 'booked-as-expected',
    overlaps: ['outcome-as-expected'],
    scenario: 'guest-names-accents',
    breakIt: names(misread),
  },
  {
    name: 'replaces hyphens and apostrophes in names',
    rule: 'booked-as-expected',
    scenario: 'guest-names-accents',
    breakIt: names(name => name.replaceAll(/['-]/g, ' ')),
  },
  {
    name: 'cuts names to eight letters',
    rule: 'booked-as-expected',
    scenario: 'guest-names-long-and-short',
    breakIt: names(name => name.slice(0, 8)),
  },
  {
    name: 'sends the surname as first name',
    rule: 'booked-as-expected',
    scenario: 'hotel-confirmed',
    breakIt: each(guest => ({ ...guest, Name: guest.Surname, Surname: guest.Name })),
  },
  {
    name: 'drops the nationality of a guest',
    rule: 'booked-as-expected',
    scenario: 'guest-names-accents',
    breakIt: without('Nationality'),
  },
  {
    name: 'sends one CPF for two guests of the same name',
    rule: 'booked-as-expected',
    scenario: 'guest-names-equal',
    breakIt: each(guest => (guest.Cpf === undefined ? guest : { ...guest, Cpf: '11144477735' })),
  },
  {
    name: 'puts two guests of the same name into the wrong rooms',
    rule: 'booked-as-expected',
    scenario: 'guest-names-equal',
    breakIt: wire({
      'hotel.doBooking': rooms(([old = [], family = []]) => [
        family.slice(0, 1),
        [...old, ...family.slice(1)],
      ]),
    }),
  },
];
