import type { Scenario } from '#contracts/scenario';
import { hotel } from './parts.ts';
import { scenario } from './scenario.ts';

export const guests: readonly Scenario[] = [
  scenario('guest-names-accents', {
    title: 'The guests have names with accents, apostrophes and hyphens, and documents, e-mails and a phone.',
    tags: ['wire', 'privacy'],
    clauses: ['svc.1', 'flow.3', 'auth.5'],
    rules: ['booked-as-expected', 'child-ages-exact', 'personal-data-masked'],
    steps: [
      hotel({
        guests: [
          {
            Name: 'José',
            Surname: 'Gonçalves-Araújo',
            Age: 34,
            MainPax: true,
            Email: 'jose@example.com',
            Cpf: '11144477735',
            PhoneDDI: '55',
            PhoneDDD: '21',
            PhoneNumber: '30000000',
          },
          {
            Name: 'Inês',
            Surname: "D'Ávila",
            Age: 36,
            Email: 'ines@example.com',
            DocumentType: 'PASSPORT',
            DocumentNumber: 'XA123456',
            Nationality: 'PT',
          },
          { Name: 'Zoë', Surname: "Núñez-O'Neill", Age: 7 },
        ],
      }),
    ],
  }),
  scenario('guest-names-long-and-short', {
    title: 'One guest has a very long name, and the other guests have very short names.',
    tags: ['wire'],
    clauses: ['svc.1', 'flow.3'],
    rules: ['booked-as-expected', 'child-ages-exact'],
    steps: [
      hotel({
        guests: [
          {
            Name: 'Maximiliana Francisca Teresa Guadalupe',
            Surname: 'Vasconcelos de Albuquerque Cavalcanti e Mello',
            Age: 71,
          },
          { Name: 'Bê', Surname: 'Ek', Age: 36 },
          { Name: 'U', Surname: 'O', Age: 7 },
        ],
      }),
    ],
  }),
  scenario('guest-names-equal', {
    title: 'Two guests have the same name, and sleep in different rooms.',
    tags: ['wire'],
    clauses: ['svc.1', 'flow.3', 'field.child-age'],
    rules: ['booked-as-expected', 'child-ages-exact'],
    steps: [
      hotel({
        criteria: { rooms: [{ adults: 1 }, { adults: 2, childAges: [7] }] },
        guests: [
          { Name: 'João', Surname: 'Silva', Age: 61, MainPax: true, Cpf: '11144477735' },
          { Name: 'João', Surname: 'Silva', Age: 34, Cpf: '52998224725' },
          { Name: 'Lia', Surname: 'Silva', Age: 35 },
          { Name: 'Eva', Surname: 'Silva', Age: 7 },
        ],
      }),
    ],
  }),
];
