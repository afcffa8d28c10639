import type { Faker } from '@faker-js/faker';
import { mix } from '../clock/index.ts';

/** By language. Their results depend only on their last seed. */
export type Fakers = Readonly<Record<'pt' | 'en', Faker>>;

export async function loadFakers(reason: string): Promise<Fakers> {
  try {
    const [{ faker: pt }, { faker: en }] = await Promise.all([
      import('@faker-js/faker/locale/pt_BR'),
      import('@faker-js/faker/locale/en'),
    ]);
    return { pt: withCheapSeeds(pt), en: withCheapSeeds(en) };
  } catch (cause) {
    throw new Error(
      `${reason}, which @faker-js/faker draws: install it with "npm install --save-dev @faker-js/faker"`,
      { cause },
    );
  }
}

/** The usual generator of random numbers needs most of the time for its new seed of each record. */
function withCheapSeeds(faker: Faker): Faker {
  let state = 0;
  const randomizer = {
    next() {
      state = (state + 0x9e3779b9) >>> 0;
      return mix(state) / 2 ** 32;
    },
    seed(seed: number | number[]) {
      state = Number(seed) >>> 0;
    },
  };
  // Another import of the class would load all locales.
  const Class = faker.constructor as typeof Faker;
  return new Class({ locale: faker.rawDefinitions, randomizer });
}
