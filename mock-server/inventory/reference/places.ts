// Facts about real places, written by hand. Coordinates are degrees; a city's are those of its centre (for New York
// midtown Manhattan, where visitors stay). Id 9000 is left free: it belongs to the test destination.
import type { Destination } from './schemas.ts';

const brazil = { countryCode: 'BR', currency: 'BRL' };
const unitedStates = { countryCode: 'US', currency: 'USD', timeZone: 'America/New_York' };

const southAmerica: readonly Destination[] = [
  {
    id: '1001',
    name: { pt: 'Rio de Janeiro', en: 'Rio de Janeiro', es: 'Río de Janeiro' },
    ...brazil,
    timeZone: 'America/Sao_Paulo',
    latitude: -22.9111,
    longitude: -43.2056,
    airport: {
      iataCode: 'GIG',
      name: 'Rio de Janeiro/Galeão International Airport',
      latitude: -22.81,
      longitude: -43.2506,
    },
    districts: ['Copacabana', 'Ipanema', 'Leblon', 'Botafogo', 'Flamengo', 'Santa Teresa'],
  },
  {
    id: '1002',
    name: { pt: 'São Paulo', en: 'São Paulo', es: 'São Paulo' },
    ...brazil,
    timeZone: 'America/Sao_Paulo',
    latitude: -23.5505,
    longitude: -46.6333,
    airport: {
      iataCode: 'GRU',
      name: 'São Paulo/Guarulhos International Airport',
      latitude: -23.4356,
      longitude: -46.4731,
    },
    districts: ['Bela Vista', 'Pinheiros', 'Vila Mariana', 'Moema', 'Itaim Bibi', 'Jardim Paulista'],
  },
  {
    id: '1003',
    name: { pt: 'Salvador', en: 'Salvador', es: 'Salvador de Bahía' },
    ...brazil,
    timeZone: 'America/Bahia',
    latitude: -12.9747,
    longitude: -38.4767,
    airport: {
      iataCode: 'SSA',
      name: 'Salvador International Airport',
      latitude: -12.9086,
      longitude: -38.3225,
    },
    districts: ['Pelourinho', 'Barra', 'Rio Vermelho', 'Ondina', 'Pituba', 'Itapuã'],
  },
  {
    id: '1004',
    name: { pt: 'Recife', en: 'Recife', es: 'Recife' },
    ...brazil,
    timeZone: 'America/Recife',
    latitude: -8.0539,
    longitude: -34.8908,
    airport: {
      iataCode: 'REC',
      name: 'Recife/Guararapes–Gilberto Freyre International Airport',
      latitude: -8.1264,
      longitude: -34.9236,
    },
    districts: ['Boa Viagem', 'Pina', 'Boa Vista', 'Santo Antônio', 'Casa Forte', 'Graças'],
  },
  {
    id: '1005',
    name: { pt: 'Buenos Aires', en: 'Buenos Aires', es: 'Buenos Aires' },
    countryCode: 'AR',
    currency: 'ARS',
    timeZone: 'America/Argentina/Buenos_Aires',
    latitude: -34.6037,
    longitude: -58.3816,
    airport: {
      iataCode: 'EZE',
      name: 'Ministro Pistarini International Airport',
      latitude: -34.8222,
      longitude: -58.5358,
    },
    districts: ['Recoleta', 'Palermo', 'San Telmo', 'Puerto Madero', 'Monserrat', 'Belgrano'],
  },
  {
    id: '1006',
    name: { pt: 'Santiago', en: 'Santiago', es: 'Santiago de Chile' },
    countryCode: 'CL',
    currency: 'CLP',
    timeZone: 'America/Santiago',
    latitude: -33.4378,
    longitude: -70.6505,
    airport: {
      iataCode: 'SCL',
      name: 'Arturo Merino Benítez International Airport',
      latitude: -33.393,
      longitude: -70.7858,
    },
    districts: ['Providencia', 'Las Condes', 'Vitacura', 'Bellavista', 'Lastarria', 'Ñuñoa'],
  },
];

const europe: readonly Destination[] = [
  {
    id: '1007',
    name: { pt: 'Lisboa', en: 'Lisbon', es: 'Lisboa' },
    countryCode: 'PT',
    currency: 'EUR',
    timeZone: 'Europe/Lisbon',
    latitude: 38.7253,
    longitude: -9.15,
    airport: { iataCode: 'LIS', name: 'Humberto Delgado Airport', latitude: 38.7742, longitude: -9.1342 },
    districts: ['Chiado', 'Alfama', 'Baixa', 'Belém', 'Príncipe Real', 'Avenidas Novas'],
  },
  {
    id: '1008',
    name: { pt: 'Madri', en: 'Madrid', es: 'Madrid' },
    countryCode: 'ES',
    currency: 'EUR',
    timeZone: 'Europe/Madrid',
    latitude: 40.4169,
    longitude: -3.7033,
    airport: {
      iataCode: 'MAD',
      name: 'Adolfo Suárez Madrid–Barajas Airport',
      latitude: 40.4722,
      longitude: -3.5608,
    },
    districts: ['Salamanca', 'Chamberí', 'Malasaña', 'Lavapiés', 'Retiro', 'Chueca'],
  },
  {
    id: '1009',
    name: { pt: 'Paris', en: 'Paris', es: 'París' },
    countryCode: 'FR',
    currency: 'EUR',
    timeZone: 'Europe/Paris',
    latitude: 48.8567,
    longitude: 2.3522,
    airport: {
      iataCode: 'CDG',
      name: 'Paris Charles de Gaulle Airport',
      latitude: 49.0097,
      longitude: 2.5478,
    },
    districts: [
      'Le Marais',
      'Montmartre',
      'Saint-Germain-des-Prés',
      'Bastille',
      'Belleville',
      'Quartier Latin',
    ],
  },
];

const northAmerica: readonly Destination[] = [
  {
    id: '1010',
    name: { pt: 'Orlando', en: 'Orlando', es: 'Orlando' },
    ...unitedStates,
    latitude: 28.5384,
    longitude: -81.3789,
    airport: {
      iataCode: 'MCO',
      name: 'Orlando International Airport',
      latitude: 28.4294,
      longitude: -81.309,
    },
    districts: [
      'Thornton Park',
      'College Park',
      'Lake Eola Heights',
      'Milk District',
      'Parramore',
      'Lake Nona',
    ],
  },
  {
    id: '1011',
    name: { pt: 'Miami', en: 'Miami', es: 'Miami' },
    ...unitedStates,
    latitude: 25.7753,
    longitude: -80.2089,
    airport: { iataCode: 'MIA', name: 'Miami International Airport', latitude: 25.7933, longitude: -80.2906 },
    districts: ['Brickell', 'Wynwood', 'Coconut Grove', 'Little Havana', 'Edgewater', 'Allapattah'],
  },
  {
    id: '1012',
    name: { pt: 'Nova York', en: 'New York', es: 'Nueva York' },
    ...unitedStates,
    latitude: 40.7549,
    longitude: -73.984,
    airport: {
      iataCode: 'JFK',
      name: 'John F. Kennedy International Airport',
      latitude: 40.6398,
      longitude: -73.7789,
    },
    districts: ['Midtown', 'Chelsea', 'Tribeca', 'Upper West Side', 'Harlem', 'Greenwich Village'],
  },
];

/** Every ordinary destination, by id. */
export const destinations: readonly Destination[] = [...southAmerica, ...europe, ...northAmerica];
