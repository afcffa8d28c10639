import { testCards } from '#contracts';
import type { TaskStep } from '#contracts/scenario';
import type { Destination } from '#mock-server';
import { drawCpf, drawEmail, type Group } from './guests.ts';
import { streets } from './names.ts';
import type { Random } from './random.ts';

type Payment = NonNullable<Extract<TaskStep, { do: 'book' }>['payment']>;

/** The numbers of instalments that the stand-in offers for each booking. */
const instalments = [1, 3, 6];
/** Cards with this number of digits have a security code of four digits. */
const digitsOfLongCode = 15;

/** The drawn values on which the payer and the card depend. */
interface Payer {
  readonly group: Group;
  readonly nationality: string;
  readonly city: Destination | undefined;
}

/** Draws the payer, the card and the number of instalments. Keeps a test card that the stand-in does not approve at once. */
export function drawPayment(fixed: Payment, { group, nationality, city }: Payer, random: Random): Payment {
  const { ContractingParty: party, CreditCard: card } = fixed;
  const main = group.guests.find(({ MainPax }) => MainPax) ?? group.guests[0];
  const payer = main ? `${main.Name} ${main.Surname}` : party.PersonName;
  const digits = (count: number) => Array.from({ length: count }, () => random.integer(1, 9)).join('');
  return {
    ContractingParty: {
      PersonName: payer,
      CPF: main?.Cpf ?? drawCpf(random),
      Email: main?.Email ?? drawEmail(random),
      PhoneDDD: digits(2),
      PhoneNumber: digits(8),
      Address: `${random.pick(streets)}, ${random.integer(2, 999)}`,
      CityName: city?.name.en ?? party.CityName,
      CountryCode: nationality,
    },
    CreditCard: { ...card, ...drawCard(card, random), Holder: holderOf(payer) },
  };
}

type Card = Payment['CreditCard'];

function drawCard(
  { CardNumber, NumberPayments, YearExpiration }: Card,
  random: Random,
): Omit<Card, 'Holder'> {
  const approved = Object.keys(testCards).filter(number => testCards[number] === 'approved');
  const number = testCards[CardNumber] === 'approved' ? random.pick(approved) : CardNumber;
  const code = random.integer(0, 9_999);
  const length = number.length === digitsOfLongCode ? 4 : 3;
  return {
    CardNumber: number,
    MonthExpiration: String(random.integer(1, 12)).padStart(2, '0'),
    YearExpiration: String(Number(YearExpiration) + random.integer(0, 3)),
    SecurityCode: String(code).padStart(4, '0').slice(-length),
    NumberPayments: random.pick(instalments.filter(count => count !== NumberPayments)),
  };
}

/** Returns a name as cards print it: in capitals, without accents, with at most 26 characters. */
const holderOf = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().slice(0, 26).trim();
