// The words for names and addresses of hotels, by the language of the city.

/** The names of hotels and streets in a language. In patterns `#` means a district, `@` a surname. */
export interface Voice {
  /** The name of the city that addresses use. */
  readonly language: 'pt' | 'en' | 'es';
  /** Names of a kind and an ending, such as "Pousada" and "do Farol". */
  readonly kinds: readonly string[];
  readonly endings: readonly string[];
  readonly patterns: readonly string[];
  readonly streets: readonly string[];
  /** The position of the street number. */
  readonly numberFirst: boolean;
  /** Surnames, where the faker locales in use have no fitting ones. */
  readonly surnames?: readonly string[];
}

const words = (list: string): string[] => list.split(',').map(word => word.trim());

const portuguese: Voice = {
  language: 'pt',
  kinds: ['Hotel', 'Solar', 'Pousada', 'Casa', 'Palácio', 'Hospedaria'],
  endings: words(`
    das Acácias, do Farol, da Maré, dos Jacarandás, das Garças, da Alvorada, do Poente,
    da Figueira, do Cais, das Laranjeiras, do Vento Sul, da Lua Nova, dos Azulejos, do Sabiá`),
  patterns: ['Hotel @', 'Solar @', 'Hotel @ #', 'Casa @ #', 'Hotel Mirante #', 'Hotel Jardim #'],
  streets: ['Rua @', 'Rua Doutor @', 'Avenida @', 'Travessa @', 'Rua Professor @'],
  numberFirst: false,
};

const spanish: Voice = {
  language: 'es',
  kinds: ['Hotel', 'Posada', 'Casa', 'Palacio', 'Hostería', 'Mirador'],
  endings: words(`
    de los Álamos, del Faro, de la Aurora, del Olivar, de las Golondrinas, del Viento Sur,
    de la Luna, del Patio, de los Naranjos, del Poniente, de la Fuente, del Jacarandá`),
  patterns: ['Hotel @', 'Casa @', 'Hotel @ #', 'Posada @ #', 'Hotel Mirador #', 'Hotel Jardín #'],
  streets: ['Calle @', 'Avenida @', 'Pasaje @', 'Calle Doctor @'],
  numberFirst: false,
  surnames: words(`
    Arrieta, Belmonte, Cifuentes, Donoso, Echeverría, Fuentes, Gallardo, Herrera, Iturra, Larraín,
    Montalbán, Navarrete, Olmedo, Peñalver, Quiroga, Robledo, Sepúlveda, Urrutia`),
};

const french: Voice = {
  language: 'en',
  kinds: ['Hôtel', 'Maison', 'Auberge', 'Résidence', 'Villa'],
  endings: words(`
    des Tilleuls, du Vieux Pont, de la Fontaine Bleue, des Hirondelles, du Clair Matin,
    des Lanternes, de la Girouette, du Marronnier, des Glycines, du Petit Kiosque,
    de la Lune Rousse, des Lilas Blancs`),
  patterns: ['Hôtel @', 'Maison @', 'Hôtel @ #', 'Résidence @', 'Hôtel Jardin #', 'Hôtel Belle Vue #'],
  streets: ['rue @', 'avenue @', 'impasse @', 'passage @', 'rue du Docteur @'],
  numberFirst: true,
  surnames: words(`
    Aubertin, Beaulieu, Chastain, Delacourt, Estienne, Fontenoy, Garnier, Hautecœur, Jourdan,
    Lavigne, Montreuil, Noirmont, Perrault, Quentin, Rochefort, Saintonge, Thibault, Valmont`),
};

const english: Voice = {
  language: 'en',
  kinds: words(`
    Amber, Copper, Willow, Harbor, Lantern, Cedar, Juniper, Marigold, Heron, Saltwind`),
  endings: ['House Hotel', 'Lodge', 'Inn', 'Court Hotel', 'Gardens Hotel', 'Suites'],
  patterns: ['The @ Hotel', '@ House', '@ & @ Hotel', 'Hotel @ #', 'The # Lantern Hotel', '@ Lodge #'],
  streets: ['@ Street', '@ Avenue', '@ Lane', '@ Boulevard', '@ Drive'],
  numberFirst: true,
};

const voices: Readonly<Record<string, Voice>> = {
  BR: portuguese,
  PT: portuguese,
  AR: spanish,
  CL: spanish,
  ES: spanish,
  FR: french,
  US: english,
};

/** Returns the words for a country. Throws for a country without words. */
export function voiceOf(countryCode: string): Voice {
  const voice = voices[countryCode];
  if (voice) return voice;
  throw new Error(`no words for hotels in country "${countryCode}": add a voice for it in hotel-words.ts`);
}

const chains = words(`
    accor, aman, barcelo, belmond, best western, bourbon, bulgari, carlton, conrad, days, drury,
    eurostars, fairmont, fasano, four seasons, hampton, hilton, howard johnson, hyatt, ibis,
    intercity, kimpton, langham, loews, marriott, melia, mercure, nh, novotel, omni, othon,
    pestana, pullman, radisson, raffles, ramada, ritz, riu, rosen, rosewood, sheraton, slaviero,
    sofitel, tivoli, vincci, waldorf, westin, windsor, wyndham`);
const chainName = new RegExp(`\\b(?:${chains.join('|')})\\b`);

/** Returns whether a name contains the name of a real hotel company. Accents and case do not matter. */
export const soundsLikeChain = (name: string): boolean =>
  chainName.test(name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
