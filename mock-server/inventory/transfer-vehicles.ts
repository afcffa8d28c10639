/** A way to be taken somewhere. */
export interface Vehicle {
  type: 'Private' | 'Shared';
  vehicle: string;
  seats: number;
  /** Price level of the vehicle (private) or of one seat (shared), about ten BRL per one. */
  level: number;
}

const table = `
Private|Sedan|3|12
Private|Executive sedan|3|21
Private|SUV|4|17
Private|Van|7|22
Private|Executive van|7|31
Private|Accessible van|4|26
Private|Minibus|15|44
Private|Coach|50|96
Shared|Shuttle bus|50|4
Shared|Express shuttle|50|6
`;

/** The vehicles that every company has. */
export const vehicles: readonly Vehicle[] = table
  .trim()
  .split('\n')
  .map(row => {
    const [type, vehicle = '', seats, level] = row.split('|');
    return {
      type: type === 'Shared' ? 'Shared' : 'Private',
      vehicle,
      seats: Number(seats),
      level: Number(level),
    };
  });

/** The companies, all invented. */
export const carriers = [
  'Vaivém Traslados',
  'Harbour Link',
  'Rumbo Directo',
  'Ponto a Ponto',
  'Lantern Cars',
  'Camino Corto',
] as const;
