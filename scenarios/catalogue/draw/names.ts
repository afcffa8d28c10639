// Names with accents, apostrophes, hyphens and spaces, and very short and very long names. The stand-in accepts all names.

export const names = [
  'José',
  'Zoë',
  'Łukasz',
  'Anne-Marie',
  'Bo',
  'Y',
  'Søren',
  'Nuño',
  'Ana Luísa',
  "D'Arcy",
  'Ágnes',
  'Maximiliana-Guadalupe Esperanza del Carmen',
  'François',
  'Márcia',
];

export const surnames = [
  "O'Connor",
  "D'Ávila",
  'Nguyễn',
  'Ng',
  'E',
  'Müller-Lüdenscheidt',
  'Ó Súilleabháin',
  'Yıldız',
  'Šimůnková',
  'Østergård',
  'Wolfeschlegelsteinhausenbergerdorff',
  'dos Santos de Albuquerque e Cavalcanti',
  'Núñez',
  'Gonçalves',
];

export const streets = ['Rua São João', 'Avenida D’Ajuda', 'Calle Ñandú', 'Rue de l’Église', 'Müllerstraße'];
