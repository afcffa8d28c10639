/** A kind of car; model names are invented. */
export interface CarModel {
  category: string;
  model: string;
  sipp: string;
  seats: number;
  bags: number;
  doors: number;
  /** Price level, about a hundred BRL a day per ten. */
  level: number;
}

const table = `
Mini|Pingo 1.0|MBMN|4|1|3|7
Economy|Brisa 1.0|EDMR|5|2|5|9
Economy|Brisa 1.3 AT|EDAR|5|2|5|11
Compact|Vereda 1.6|CDMR|5|2|5|12
Compact|Vereda 1.6 AT|CDAR|5|2|5|14
Intermediate|Lumen 2.0 AT|ICAR|5|3|5|18
Intermediate SUV|Serra 1.5 AT|IFAR|5|3|5|22
Standard|Maestro 2.0 AT|SDAR|5|4|5|24
Full-size SUV|Chapada 2.8 AT|FFAR|7|4|5|34
Minivan|Caravela 7|MVAR|7|4|5|30
Pick-up|Boiada 2.8|SPMR|5|3|4|28
Luxury|Imperador 3.0 AT|LDAR|5|4|5|58
`;

/** The cars that every rental company has. */
export const carModels: readonly CarModel[] = table
  .trim()
  .split('\n')
  .map(row => {
    const [category = '', model = '', sipp = '', seats, bags, doors, level] = row.split('|');
    return {
      category,
      model: `${model} or similar`,
      sipp,
      seats: Number(seats),
      bags: Number(bags),
      doors: Number(doors),
      level: Number(level),
    };
  });

/** The rental companies, all invented. */
export const rentals = [
  'Estrada Livre',
  'Marble Arch Cars',
  'Autovía del Sur',
  'Roda Viva Locadora',
  'Milestone Rentals',
] as const;
