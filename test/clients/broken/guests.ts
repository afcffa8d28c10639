import { caughtBy, type Handle, listOf, wire } from './broken-client.ts';

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

/** Reads the UTF-8 bytes of a text as Latin-1. */
const misread = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

export const guests = [
  ...caughtBy('booked-as-expected', 'guest-names-accents', {
    'removes the accents from names': names(name => name.normalize('NFD').replace(/\p{M}/gu, '')),
    'replaces hyphens and apostrophes in names': names(name => name.replaceAll(/['-]/g, ' ')),
    'drops the nationality of a guest': each(({ Nationality: _, ...guest }) => guest),
  }),
  ...caughtBy(['booked-as-expected', 'outcome-as-expected'], 'guest-names-accents', {
    'sends names in a broken encoding, which the supplier refuses': names(misread),
  }),
  ...caughtBy('booked-as-expected', 'guest-names-long-and-short', {
    'cuts names to eight letters': names(name => name.slice(0, 8)),
  }),
  ...caughtBy('booked-as-expected', 'hotel-confirmed', {
    'sends the surname as first name': each(guest => ({
      ...guest,
      Name: guest.Surname,
      Surname: guest.Name,
    })),
  }),
  ...caughtBy('booked-as-expected', 'guest-names-equal', {
    'sends one CPF for two guests of the same name': each(guest =>
      guest.Cpf === undefined ? guest : { ...guest, Cpf: '11144477735' },
    ),
    'puts two guests of the same name into the wrong rooms': wire({
      'hotel.doBooking': rooms(([old = [], family = []]) => [
        family.slice(0, 1),
        [...old, ...family.slice(1)],
      ]),
    }),
  }),
];
