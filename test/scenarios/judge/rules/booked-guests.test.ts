import type { HeldService, JudgeContext } from '#scenarios/judge';
import { expecting, hotelStep, taskOf } from './tasks.ts';
import { fails, passes, testRule } from './test-rule.ts';

type Guest = (typeof hotelStep.guests)[number];
type Rooms = typeof hotelStep.criteria.rooms;

const jose = {
  Name: 'José',
  Surname: "D'Ávila",
  Age: 34,
  Email: 'jose@example.com',
  Cpf: '11144477735',
  PhoneDDD: '21',
  PhoneNumber: '30000000',
};
const ines = { Name: 'Inês', Surname: "D'Ávila", Age: 36 };
const lia = { Name: 'Lia', Surname: "D'Ávila", Age: 11 };
const eva = { Name: 'Eva', Surname: "D'Ávila", Age: 7 };
const family: Guest[] = [jose, ines, lia, eva];
const rest = [ines, lia, eva];
/** The CPF and the phone of José in other forms. */
const document = { DocumentType: 'cpf', DocumentNumber: '111.444.777-35' };
const phone = { PhoneDDI: '+55', PhoneDDD: '(21)', PhoneNumber: '3000-0000' };
const oneRoom: Rooms = [{ adults: 2, childAges: [7, 11] }];

/** The context of a client that books guests for one task step. The guests are a list for each room. */
const booking = (guests: Guest[], held: Guest[][], rooms = oneRoom): JudgeContext => {
  const service: HeldService = {
    bookingId: 'B1',
    product: 'hotel',
    status: 'confirmed',
    start: '2026-12-10',
    end: '2026-12-12',
    parties: rooms.map(({ adults, childAges = [] }) => ({ adults, ages: childAges })),
    nationality: 'BR',
    guests: held.flatMap((list, room) => list.map(guest => ({ ...guest, room }))),
  };
  return {
    task: taskOf({ ...hotelStep, criteria: { ...hotelStep.criteria, rooms }, guests }),
    scenario: expecting(),
    supplier: { services: ['confirmed'], charges: [], held: [service] },
  };
};

const accepts = (guests: Guest[], held: Guest[][], rooms?: Rooms) => passes(booking(guests, held, rooms));
const refuses = (guests: Guest[], held: Guest[][], says: RegExp, rooms?: Rooms) =>
  fails([[]], { ...booking(guests, held, rooms), says });

/** The family, of which the supplier holds the first guest with other data. */
const refusesMain = (change: Partial<Guest>, says: RegExp) =>
  refuses(family, [[{ ...jose, ...change }, ...rest]], says);

/** Marks a guest as the main guest. */
const main = (guest: Guest): Guest => ({ ...guest, MainPax: true });
const old = { Name: 'João', Surname: 'Silva', Age: 61, Cpf: '11144477735' };
const young = { ...old, Age: 34, Cpf: '52998224725' };
const two: Rooms = [{ adults: 1 }, { adults: 1 }];

testRule('booked-as-expected', {
  'names in capitals, with more spaces, and with separate accents': accepts(family, [
    [{ ...jose, Name: ` ${'JOSÉ'.normalize('NFD')}`, Surname: "D'ÁVILA  " }, ...rest],
  ]),
  'the main guest before the other guests': accepts(
    [jose, main(ines), lia, eva],
    [[main(ines), jose, lia, eva]],
  ),
  'a main guest in each room': accepts([old, young], [[main(old)], [main(young)]], two),
  'every guest marked, the main guest first': accepts([main(old), young], [[main(old), main(young)]]),
  'every guest marked, another one first': refuses(
    [main(old), young],
    [[main(young), main(old)]],
    /the main guest is João Silva \(34\), but the task has João Silva \(61\)/,
  ),
  'fields that the task does not have': accepts(family, [
    [{ ...jose, MainPax: true, Title: 'Mr' }, { ...ines, Email: 'agency@example.com' }, lia, eva],
  ]),
  'a CPF as a document, and separators in the CPF and in the phone': accepts(family, [
    [{ ...jose, Cpf: undefined, ...document, ...phone }, ...rest],
  ]),
  'a phone in one field': accepts(family, [
    [{ ...jose, PhoneDDD: undefined, PhoneNumber: '+55 21 3000 0000' }, ...rest],
  ]),
  'the rooms in another order': accepts([main(old), young], [[young], [main(old)]], two),
  'guests whose rooms the task does not determine': accepts(
    [jose, ines, lia, eva],
    [
      [jose, eva],
      [ines, lia],
    ],
    [
      { adults: 1, childAges: [7] },
      { adults: 1, childAges: [11] },
    ],
  ),
  'two guests with the same data': accepts([old, { ...old }], [[{ ...old }], [{ ...old }]], two),

  'an e-mail that differs, without the e-mail': refusesMain(
    { Email: 'other@example.com' },
    /^[^@]*guests\[0\]\.Email differs from the task\. The supplier could turn the travellers away\.$/,
  ),
  'a document that is missing': refusesMain({ Cpf: ' ' }, /guests\[0\]\.Cpf is missing\./),
  'a phone without its area code': refusesMain({ PhoneDDD: undefined }, /guests\[0\]\.PhoneDDD is missing\./),
  'a name in a broken encoding, with the reason': refusesMain(
    { Name: 'JosÃ©' },
    /guests\[0\]\.Name is "JosÃ©" \(UTF-8 that the client read as Latin-1\), but the task has "José"/,
  ),
  'a name without its accent, with the reason': refusesMain(
    { Name: 'Jose' },
    /guests\[0\]\.Name is "Jose" \(with other accents\), but the task has "José"/,
  ),
  'a name that is cut, with the reason': refusesMain(
    { Surname: "D'Áv" },
    /guests\[0\]\.Surname is "D'Áv" \(cut after 4 characters\)/,
  ),
  'a child of another age': refuses(
    family,
    [[jose, ines, lia, { ...eva, Age: 8 }]],
    /guests\[3\]\.Age is "8", but the task has "7"/,
  ),
  'a guest that is missing': refuses(
    family,
    [[jose, lia, eva]],
    /guests\[1\] is none, but the task has Inês D'Ávila \(36\)/,
  ),
  'one guest more': refuses(
    family,
    [[...family, { ...ines, Name: 'Ana' }]],
    /guests is Ana D'Ávila \(36\), but the task has no such guest/,
  ),
  'another first guest if no guest is marked as the main guest': accepts([old, young], [[young], [old]], two),
  'another first guest if the task marks the main guest': refuses(
    [main(old), young],
    [[young], [old]],
    /the main guest is João Silva \(34\), but the task has João Silva \(61\)/,
    two,
  ),
  'another main guest than the first of the task': refuses(
    [old, young],
    [[main(young)], [old]],
    /the main guest is João Silva \(34\), but the task has João Silva \(61\)/,
    two,
  ),
  'guests in the wrong rooms': refuses(
    [old, young, { ...eva, Surname: 'Silva' }],
    [[young], [old, { ...eva, Surname: 'Silva' }]],
    /the guests of each room is João Silva \(34\) \/ João Silva \(61\), Eva/,
    [{ adults: 1 }, { adults: 1, childAges: [7] }],
  ),
  'a mistake in every guest, with a part of the differences': refuses(
    family,
    [family.map(guest => ({ ...guest, Name: 'X', Surname: 'Y', Email: 'z' }))],
    /and 3 more values differ\./,
  ),
});
