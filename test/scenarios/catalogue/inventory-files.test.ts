import { truncateSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import v8 from 'node:v8';
import { describe, expect, it, vi } from 'vitest';
import { readInventory } from '#scenarios/catalogue/inventory/index';
import { createFolder } from '../../folder.ts';
import { inUtf32 } from '../../in-utf-32.ts';

const { path: folder, write, newFolder } = createFolder();
const problemsOf = async (path: string): Promise<string> =>
  readInventory(path, { today: '2026-11-20' }).then(
    () => 'none',
    error => error.message.replaceAll(`${folder}/`, ''),
  );
const namesIn = async (path: string) =>
  (await readInventory(path, { today: '2026-11-20' })).hotels?.all().map(({ id, name }) => `${id} ${name}`);

describe('inventory files', () => {
  it('report all problems at once, with line and column', async () => {
    const path = write(
      'bad.yaml',
      `destinations:
  - { id: "1", name: One }
  - { id: "1", name: Two }
hotels:
  - { id: 5, destination: "2" }
  - { id: 5, destination: "1", rooms: [] }
  - id: 6
    destination: "1"
    closed: ["2020-01-01", "2020-13-01"]
    rooms:
      - { name: A, price: much }
      - { name: B, price: 1.234, restrictions: CanBook }
`,
    );
    expect(await problemsOf(path)).toMatchInlineSnapshot(`
      "bad.yaml:6:32: hotels[1].rooms: expected at least one room; leave the field out for rooms that the seed draws, got []
      bad.yaml:11:20: hotels[2].rooms[0].price: expected an amount such as 410.50, got "much"
      bad.yaml:12:20: hotels[2].rooms[1].price: expected an amount with at most two decimals, such as 410.50, got 1.234
      bad.yaml:12:34: hotels[2].rooms[1].restrictions: unknown; did you mean "restriction"?
      bad.yaml:9:28: hotels[2].closed[1]: expected a date, or a first and a last date such as "2027-02-12/2027-02-17", got "2020-13-01"
      bad.yaml:3:7: destinations[1].id: "1" is the id of destinations[0] too; each id exists once
      bad.yaml:5:14: hotels[0].destination: no destination "2"; add it to "destinations"
      bad.yaml:6:7: hotels[1].id: 5 is the id of hotels[0] too; each id exists once
      bad.yaml:9:14: hotels[2].closed[0]: 2020-01-01 is in the past; today is 2026-11-20
      bad.yaml:9:28: hotels[2].closed[1]: 2020-13-01 is in the past; today is 2026-11-20"
    `);
  });

  /** Files that are wrong: the content, and a part of the message. */
  const wrongFiles: Record<string, [content: string | Uint8Array, message: string]> = {
    'not.yaml': ['hotels: [', 'not valid YAML'],
    'cycle.yaml': ['hotels: &a [*a]', 'refers to a value that contains the alias'],
    'bomb.yaml': [
      `${['a: &a [x,x,x,x,x,x,x,x,x]', ...[...'bcdefgh'].map((key, at) => `${key}: &${key} [${Array(9).fill(`*${'abcdefgh'[at]}`)}]`)].join('\n')}`,
      'the aliases expand to too many values',
    ],
    'list.yaml': ['- 1', 'expected lists'],
    'column.csv': ['id,destinatoin\n1,2', ':1:4: no column "destinatoin"; did you mean "destination"?'],
    'quote.csv': ['id,name\n1,"a', ':2:3: a quote has no end'],
    'cells.csv': ['id,destination\n1,2,b', ':2:5: the row has 3 cells, but the header has 2'],
    'empty.csv': ['', ':1:1: the column "id" is missing'],
    'missing.csv': ['id,name\n1,a', ':1:1: the column "destination" is missing'],
    'twice.csv': ['id,destination,name,name\n1,2,a,b', ':1:21: the column "name" is there twice'],
    'pipe.csv': ['id|destination\n1|2', 'with a comma, a semicolon or a tab between them'],
    'two-names.csv': [
      'id,destination,name\n1,2,a\n1,2,b',
      ':3:5: hotel 1 has the name "a" in an earlier row; write the same value, or leave the cell empty',
    ],
    'two-cities.csv': [
      'id,destination,destinationName\n1,9,Nova\n2,9,Velha',
      ':3:5: destination 9 has the destinationName "Nova" in an earlier row',
    ],
    'weekdays.yaml': [
      'destinations: [{ id: "9" }]\ntours: [{ id: t, destination: "9", weekdays: [Mon] }]',
      'tours[0].weekdays[0]: expected a day from 0 (Sunday) to 6 (Saturday), got "Mon"',
    ],
    'price.csv': [
      'id,destination,room,price\n1,2,A,3\n1,2,B,cheap',
      ':3:7: hotels[0].rooms[1].price: expected an amount',
    ],
    'second.csv': [
      'id,destination,room,price\n1,2,A,3\n7,2,B,cheap',
      ':3:7: hotels[1].rooms[0].price: expected an amount',
    ],
    'quoted.csv': ['id,name,destination\n1,"a\n  b",2', ':3:6: hotels[0].destination: no destination "2"'],
    'built-in.yaml': [
      'hotels: [{ id: 5, destination: "1001" }]',
      'no destination "1001"; set builtIn to true',
    ],
    'past-room.yaml': [
      'hotels: [{ id: 5, destination: "1", rooms: [{ name: A, closed: ["2020-01-01"] }] }]',
      'hotels[0].rooms[0].closed[0]: 2020-01-01 is in the past',
    ],
    'none.csv': ['id,destination\n1,2', ':2:3: hotels[0].destination: no destination "2"'],
    'old.csv': ['id,name,destination\r1,"a\rb",2', ':3:4: hotels[0].destination: no destination "2"'],
    'old.yaml': [
      'destinations: []\rhotels:\r  - { id: 1, destination: "2" }',
      ':3:14: hotels[0].destination',
    ],
    'utf-32.csv': [inUtf32('\uFEFFid,destination'), 'utf-32.csv: the text is UTF-32; write it as UTF-8'],
    'table.csv': ['PK\u0003\u0004\0', 'table.csv: this is a ZIP archive; unpack it, and give a file in it'],
  };

  it.each(Object.entries(wrongFiles))('refuses %s clearly', async (name, [content, message]) => {
    expect(await problemsOf(write(name, content))).toMatch(message);
  });

  it('report at most 100 problems', async () => {
    const hotels = Array.from({ length: 150 }, (_, at) => ({ id: at + 1, destination: '9' }));
    expect((await problemsOf(write('many.json', JSON.stringify({ hotels })))).split('\n')).toHaveLength(100);
  });

  it('leave no garbage when they have many hotels, if the program can collect it', async () => {
    const post = vi.spyOn(Session.prototype, 'post').mockRejectedValue(new Error('no inspector'));
    const read = (count: number) => {
      const hotels = Array.from({ length: count }, (_, at) => `${at + 1},9,Nova`);
      return readInventory(write(`${count}.csv`, `id,destination,destinationName\n${hotels.join('\n')}`));
    };
    try {
      await read(100);
      expect(post).not.toHaveBeenCalled();
      expect((await read(5_000)).hotels?.all()).toHaveLength(5_000);
      expect(post.mock.calls).toEqual([['HeapProfiler.collectGarbage'], ['HeapProfiler.collectGarbage']]);
    } finally {
      post.mockRestore();
    }
  });

  it('refuses a missing file, an empty folder and a huge file without reading it', async () => {
    expect(await problemsOf(join(folder, 'missing.yaml'))).toBe(
      'missing.yaml: cannot be read: there is no such file',
    );
    expect(await problemsOf(newFolder())).toContain('the folder has no YAML, JSON or CSV file');
    const huge = write('huge.yaml', '');
    truncateSync(huge, 1024 ** 3);
    expect(await problemsOf(huge)).toBe(
      'huge.yaml: the file has 1024 MB; at most 64 MB are read; split it into files of one folder',
    );
  });

  const columns = 'id,destination,destinationName,name,room,price';
  const english = '7,9,Nova,"Casa ""A"";\nB",S,410.5';
  const german = '7;9;Nova;"Casa ""A"";\nB";S;410,50';

  it.each([
    ['semicolons', `${columns.replaceAll(',', ';')}\r\n${german}\r\n`],
    ['bom', `\uFEFF${columns}\n${english}\n`],
    ['a line for Excel', `sep=;\r\n${columns.replaceAll(',', ';')}\r\n${german}`],
    ['UTF-16', Buffer.from(`\uFEFF${columns}\n${english}\n`, 'utf16le')],
    ['tabs', `${columns}\n${english}`.replaceAll(',', '\t')],
    ['carriage returns', `sep=,\n${columns}\n${english}`.replaceAll('\n', '\r')],
  ])('read hotels from CSV with %s', async (name, content) => {
    const { hotels, destinations } = await readInventory(write(`${name}.csv`, content));
    expect(hotels?.all()).toMatchObject([
      { id: 7, name: 'Casa "A";\nB', rooms: [{ name: 'S', price: 410.5 }] },
    ]);
    expect(destinations?.all()).toMatchObject([{ id: '9', name: { en: 'Nova' } }]);
  });

  it('read lists, answers and more rooms from CSV, and leave out empty lines', async () => {
    const rows = [
      'id,destination,destinationName,amenities,soldOut,room,refundable',
      '7,9,Nova,Pool | Bar,yes,S,no',
      '',
      '7,9,,,,T,1',
    ];
    const { hotels, destinations } = await readInventory(write('cells-read.csv', rows.join('\n')));
    const rooms = [
      { name: 'S', refundable: false },
      { name: 'T', refundable: true },
    ];
    expect(hotels?.all()).toMatchObject([{ amenities: ['Pool', 'Bar'], soldOut: true, rooms }]);
    expect(destinations?.all()).toMatchObject([{ name: { en: 'Nova' } }]);
  });

  it('complete a hotel by the cells of its later rows', async () => {
    const rows = ['id,destination,destinationName,country,name,room', '7,9,,,,S', '7,9,Nova,BR,Casa,T'];
    const { hotels, destinations } = await readInventory(write('later.csv', rows.join('\n')));
    expect(hotels?.all()).toMatchObject([{ name: 'Casa', rooms: [{ name: 'S' }, { name: 'T' }] }]);
    expect(destinations?.all()).toMatchObject([{ id: '9', name: { en: 'Nova' }, country: 'BR' }]);
  });

  it('report all problems of a CSV file at once, each in its cell', async () => {
    const rows = [
      'id,destination,destinationName,name,room,price,closed',
      '1,x,Town,A,,,2020-01-01',
      '1,y,,B,R1,cheap,',
      '1,,,,R2,3,,,',
      '2,x,Other,,R,dear,',
      '3,,Lost,,R,1,,9',
    ];
    expect(await problemsOf(write('many-cells.csv', rows.join('\n')))).toMatchInlineSnapshot(`
      "many-cells.csv:4:12: the row has 9 cells, but the header has 7
      many-cells.csv:6:15: the row has 8 cells, but the header has 7
      many-cells.csv:3:3: hotel 1 has the destination "x" in an earlier row; write the same value, or leave the cell empty
      many-cells.csv:3:6: hotel 1 has the name "A" in an earlier row; write the same value, or leave the cell empty
      many-cells.csv:5:5: destination x has the destinationName "Town" in an earlier row; write the same value, or leave the cell empty
      many-cells.csv:3:11: hotels[0].rooms[0].price: expected an amount such as 410.50, got "cheap"
      many-cells.csv:5:14: hotels[1].rooms[0].price: expected an amount such as 410.50, got "dear"
      many-cells.csv:6:3: hotels[2].destination: missing: expected text; put a number in quotes
      many-cells.csv:2:14: hotels[0].closed[0]: 2020-01-01 is in the past; today is 2026-11-20"
    `);
  });

  it('read long JSON as other programs do, and refuse a key that is there twice', async () => {
    const hotels = Array.from({ length: 5_000 }, (_, at) => ({
      id: at + 1,
      destination: '9',
      name: `"A": ${at}`,
    }));
    const file = { $schema: 'x', destinations: [{ id: '9' }], hotels };
    const text = JSON.stringify(file, null, 1);
    expect((await namesIn(write('long.json', text)))?.[4_999]).toBe('5000 "A": 4999');
    expect(await problemsOf(write('wrong-long.json', text.replace('"id": 4999,', '"id": 1,')))).toBe(
      'wrong-long.json:25000:4: hotels[4998].id: 1 is the id of hotels[0] too; each id exists once',
    );
    const twice = text.replace(/\}$/, ', "hotels": [] }');
    expect(await problemsOf(write('twice-long.json', twice))).toContain('Map keys must be unique');
  });

  it('read lists and JSON of any size, but refuse a text whose syntax tree needs more memory than there is', async () => {
    const whole = vi.spyOn(v8, 'getHeapStatistics');
    try {
      whole.mockReturnValue({ ...v8.getHeapStatistics(), heap_size_limit: 16_000_000 });
      const hotels = Array.from({ length: 500 }, (_, at) => ({
        id: at + 1,
        destination: '9',
        name: 'a'.repeat(500),
      }));
      const text = JSON.stringify({ destinations: [{ id: '9' }], hotels });
      expect(await namesIn(write('large.json', text))).toHaveLength(500);
      expect(await problemsOf(write('large-wrong.json', text.replace('"id":500,', '"id":1,')))).toBe(
        'large-wrong.json: hotels[499].id: 1 is the id of hotels[0] too; each id exists once',
      );
      expect(await problemsOf(write('large.yaml', `---\n${text}`))).toContain(
        'write lists without anchors, or several files',
      );
      const lists = `destinations:\n-\n  id: "9"\nhotels:\n${hotels.map(one => `-\n  id: ${one.id}\n  destination: "9"\n  name: ${one.name}\n`).join('')}`;
      const marked = `# &mine\n--- # mine\n\n${lists}...\n`;
      expect(await namesIn(write('marks.yaml', marked))).toHaveLength(500);
      expect(await problemsOf(write('marks-wrong.yaml', marked.replace('id: 500\n', 'id: 1\n')))).toBe(
        'marks-wrong.yaml:2005:3: hotels[499].id: 1 is the id of hotels[0] too; each id exists once',
      );
    } finally {
      whole.mockRestore();
    }
  });

  it('report each CSV row without an id, and the mistakes of a table beside a file that cannot be read', async () => {
    const path = newFolder();
    const add = (name: string, text: string) => writeFileSync(join(path, name), text);
    const found = async () => (await problemsOf(path)).replaceAll(/^.*[/]/gm, '');
    add('1.csv', 'id,destination,destinationName,name\n,9,Nova,A\n,9,,B\n');
    expect(await found()).toMatchInlineSnapshot(`
      "1.csv:2:1: hotels[0].id: missing: expected a whole number
      1.csv:3:1: hotels[1].id: missing: expected a whole number"
    `);
    add('2.csv', 'id,destination\n5,9,x\n');
    add('3.yaml', 'hotels: [');
    expect(await found()).toMatchInlineSnapshot(`
      "3.yaml:1:10: not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ] at line 1, column 10
      2.csv:2:5: the row has 3 cells, but the header has 2"
    `);
  });

  it('know every type of tax that the specification names', async () => {
    const types = ['PerNight', 'PerStay', 'PerPerson', 'PerPersonPerNight'];
    const taxes = types.map(type => ({ name: 'Tax', amount: 1, type }));
    const file = { destinations: [{ id: '9' }], hotels: [{ id: 7, destination: '9', taxes }] };
    const { hotels } = await readInventory(write('taxes.json', JSON.stringify(file)));
    expect(hotels?.all()).toMatchObject([{ taxes }]);
  });

  it('read YAML in UTF-16, as PowerShell writes it', async () => {
    const bytes = Buffer.from(
      '\uFEFFdestinations: [{ id: "9" }]\nhotels: [{ id: 7, destination: "9", name: Praça }]',
      'utf16le',
    );
    expect(await namesIn(write('u16.yaml', bytes))).toEqual(['7 Praça']);
    expect(await namesIn(write('u16be.yaml', bytes.swap16()))).toEqual(['7 Praça']);
  });

  it('read CSV in Latin-1', async () => {
    const bytes = Buffer.from('id,destination,destinationName,name\n7,9,Búzios,Praça\n', 'latin1');
    expect(await namesIn(write('latin.csv', bytes))).toEqual(['7 Praça']);
  });

  it('join all files of a folder, and find a problem in its file', async () => {
    const own = newFolder();
    writeFileSync(join(own, 'a.json'), '{"$schema": "x", "destinations": [{"id": "9"}]}');
    writeFileSync(join(own, 'b.csv'), 'id,destination,name\n7,9,A\n');
    writeFileSync(join(own, 'c.yaml'), 'hotels:\n  - { id: 8, destination: "9", name: B }\n');
    expect(await namesIn(own)).toEqual(['7 A', '8 B']);
    writeFileSync(join(own, 'c.yaml'), 'hotels:\n  - { id: 7, destination: "9", name: B }\n');
    expect(await problemsOf(own)).toMatch(/c\.yaml:2:7: hotels\[0\]\.id: 7 is the id of hotels\[0\] too/);
  });

  it('join the entries of further files with the list of one key only, also if two keys have the same list', async () => {
    const own = newFolder();
    writeFileSync(join(own, 'a.yaml'), 'destinations: [{ id: "9" }]\ncars: &none []\ntours: *none\n');
    writeFileSync(join(own, 'b.yaml'), 'cars: [{ id: small, destination: "9", seats: 4 }]\n');
    const { cars, tours } = await readInventory(own);
    expect([cars?.all().length, tours?.all().length]).toEqual([1, 0]);
  });

  it('are parsed in parts when they are long, with the same records and places', async () => {
    const rows = Array.from(
      { length: 5_000 },
      (_, at) => `  - { id: ${at + 1}, destination: "9", name: "H # ${at}" } # note`,
    );
    const text = (list: readonly string[]) =>
      `# mine\nbuiltIn: false\ndestinations:\n  - { id: "9" }\nhotels:\n\n# all\n${list.join('\n')}\n`;
    const names = await namesIn(write('long.yaml', text(rows)));
    expect(names).toHaveLength(5_000);
    expect(names?.[4_999]).toBe('5000 H # 4999');
    const wrong = rows
      .with(4_000, '  - { id: 4001, destination: "9", nam: x }')
      .with(4_001, '  - { id: 1, destination: "9" }');
    expect(await problemsOf(write('wrong.yaml', text(wrong)))).toMatchInlineSnapshot(`
      "wrong.yaml:4008:35: hotels[4000].nam: unknown; did you mean "name"?
      wrong.yaml:4009:7: hotels[4001].id: 1 is the id of hotels[0] too; each id exists once"
    `);
    expect(await problemsOf(write('twice.yaml', `hotels: 5\n${text(rows)}`))).toContain('not valid YAML');
    expect(await problemsOf(write('broken.yaml', text(rows.with(3_000, '  - { id: ['))))).toMatch(
      /^broken\.yaml:3009:(\d+): not valid YAML.* at line 3009, column \1$/,
    );
    expect(await problemsOf(write('empty.yaml', `${text(rows)}cars: # none\n\n`))).toBe(
      'empty.yaml:5008:1: cars: expected a list, got null',
    );
    const dash = rows
      .with(10, '  -\n    { id: 11, destination: "9" }')
      .with(4_000, '  - { id: 4001, destination: "9", nam: x }');
    expect(await problemsOf(write('dash.yaml', text(dash).replaceAll('\n', '\r\n')))).toBe(
      'dash.yaml:4009:35: hotels[4000].nam: unknown; did you mean "name"?',
    );
  });
});
