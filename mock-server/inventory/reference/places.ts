// Coordinates are in degrees. Those of New York are in midtown Manhattan, where most visitors stay. Do not use id 9000, because
// Testville has it.
import type { Destination } from './schemas.ts';

interface City extends Pick<Destination, 'countryCode' | 'currency' | 'timeZone' | 'districts'> {
  centre: [latitude: number, longitude: number];
  airport: [iataCode: string, name: string, latitude: number, longitude: number];
}

type Names = [pt: string, en: string, es: string];

function city(id: string, [pt, en, es]: Names, { centre, airport, ...facts }: City): Destination {
  const [iataCode, name, latitude, longitude] = airport;
  return {
    id,
    name: { pt, en, es },
    ...facts,
    latitude: centre[0],
    longitude: centre[1],
    airport: { iataCode, name, latitude, longitude },
  };
}

const brazil = { countryCode: 'BR', currency: 'BRL' };
const unitedStates = { countryCode: 'US', currency: 'USD', timeZone: 'America/New_York' };

/** All destinations except Testville, sorted by id. */
export const destinations: readonly Destination[] = [
  city('1001', ['Rio de Janeiro', 'Rio de Janeiro', 'Río de Janeiro'], {
    ...brazil,
    timeZone: 'America/Sao_Paulo',
    centre: [-22.9111, -43.2056],
    airport: ['GIG', 'Rio de Janeiro/Galeão International Airport', -22.81, -43.2506],
    districts: ['Copacabana', 'Ipanema', 'Leblon', 'Botafogo', 'Flamengo', 'Santa Teresa'],
  }),
  city('1002', ['São Paulo', 'São Paulo', 'São Paulo'], {
    ...brazil,
    timeZone: 'America/Sao_Paulo',
    centre: [-23.5505, -46.6333],
    airport: ['GRU', 'São Paulo/Guarulhos International Airport', -23.4356, -46.4731],
    districts: ['Bela Vista', 'Pinheiros', 'Vila Mariana', 'Moema', 'Itaim Bibi', 'Jardim Paulista'],
  }),
  city('1003', ['Salvador', 'Salvador', 'Salvador de Bahía'], {
    ...brazil,
    timeZone: 'America/Bahia',
    centre: [-12.9747, -38.4767],
    airport: ['SSA', 'Salvador International Airport', -12.9086, -38.3225],
    districts: ['Pelourinho', 'Barra', 'Rio Vermelho', 'Ondina', 'Pituba', 'Itapuã'],
  }),
  city('1004', ['Recife', 'Recife', 'Recife'], {
    ...brazil,
    timeZone: 'America/Recife',
    centre: [-8.0539, -34.8908],
    airport: ['REC', 'Recife/Guararapes–Gilberto Freyre International Airport', -8.1264, -34.9236],
    districts: ['Boa Viagem', 'Pina', 'Boa Vista', 'Santo Antônio', 'Casa Forte', 'Graças'],
  }),
  city('1005', ['Buenos Aires', 'Buenos Aires', 'Buenos Aires'], {
    countryCode: 'AR',
    currency: 'ARS',
    timeZone: 'America/Argentina/Buenos_Aires',
    centre: [-34.6037, -58.3816],
    airport: ['EZE', 'Ministro Pistarini International Airport', -34.8222, -58.5358],
    districts: ['Recoleta', 'Palermo', 'San Telmo', 'Puerto Madero', 'Monserrat', 'Belgrano'],
  }),
  city('1006', ['Santiago', 'Santiago', 'Santiago de Chile'], {
    countryCode: 'CL',
    currency: 'CLP',
    timeZone: 'America/Santiago',
    centre: [-33.4378, -70.6505],
    airport: ['SCL', 'Arturo Merino Benítez International Airport', -33.393, -70.7858],
    districts: ['Providencia', 'Las Condes', 'Vitacura', 'Bellavista', 'Lastarria', 'Ñuñoa'],
  }),
  city('1007', ['Lisboa', 'Lisbon', 'Lisboa'], {
    countryCode: 'PT',
    currency: 'EUR',
    timeZone: 'Europe/Lisbon',
    centre: [38.7253, -9.15],
    airport: ['LIS', 'Humberto Delgado Airport', 38.7742, -9.1342],
    districts: ['Chiado', 'Alfama', 'Baixa', 'Belém', 'Príncipe Real', 'Avenidas Novas'],
  }),
  city('1008', ['Madri', 'Madrid', 'Madrid'], {
    countryCode: 'ES',
    currency: 'EUR',
    timeZone: 'Europe/Madrid',
    centre: [40.4169, -3.7033],
    airport: ['MAD', 'Adolfo Suárez Madrid–Barajas Airport', 40.4722, -3.5608],
    districts: ['Salamanca', 'Chamberí', 'Malasaña', 'Lavapiés', 'Retiro', 'Chueca'],
  }),
  city('1009', ['Paris', 'Paris', 'París'], {
    countryCode: 'FR',
    currency: 'EUR',
    timeZone: 'Europe/Paris',
    centre: [48.8567, 2.3522],
    airport: ['CDG', 'Paris Charles de Gaulle Airport', 49.0097, 2.5478],
    districts: [
      'Le Marais',
      'Montmartre',
      'Saint-Germain-des-Prés',
      'Bastille',
      'Belleville',
      'Quartier Latin',
    ],
  }),
  city('1010', ['Orlando', 'Orlando', 'Orlando'], {
    ...unitedStates,
    centre: [28.5384, -81.3789],
    airport: ['MCO', 'Orlando International Airport', 28.4294, -81.309],
    districts: [
      'Thornton Park',
      'College Park',
      'Lake Eola Heights',
      'Milk District',
      'Parramore',
      'Lake Nona',
    ],
  }),
  city('1011', ['Miami', 'Miami', 'Miami'], {
    ...unitedStates,
    centre: [25.7753, -80.2089],
    airport: ['MIA', 'Miami International Airport', 25.7933, -80.2906],
    districts: ['Brickell', 'Wynwood', 'Coconut Grove', 'Little Havana', 'Edgewater', 'Allapattah'],
  }),
  city('1012', ['Nova York', 'New York', 'Nueva York'], {
    ...unitedStates,
    centre: [40.7549, -73.984],
    airport: ['JFK', 'John F. Kennedy International Airport', 40.6398, -73.7789],
    districts: ['Midtown', 'Chelsea', 'Tribeca', 'Upper West Side', 'Harlem', 'Greenwich Village'],
  }),
];
