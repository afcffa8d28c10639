import { suggest } from '#contracts/util';
import { FileError } from '../file-error.ts';

interface Cell {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

const ofHotel =
  'id destination name category address latitude longitude supplier priceLevel amenities photos closed soldOut';
const ofRoom = 'room board price currency restriction confirmsAfter prePayment canPayLater refundable';
/** For a destination that no other file describes. */
const ofDestination = 'destinationName country timeZone';
const [hotelColumns = [], roomColumns = [], destinationColumns = []] = [ofHotel, ofRoom, ofDestination].map(
  names => names.split(' '),
);
const columns = [...hotelColumns, ...roomColumns, ...destinationColumns];

const numbers = ['id', 'latitude', 'longitude', 'priceLevel', 'price'];
const lists = ['amenities', 'photos', 'closed'];
const answers = ['soldOut', 'prePayment', 'canPayLater', 'refundable'];
const isYes = /^(?:true|yes|1)$/i;
const isNo = /^(?:false|no|0)$/i;

/** A text that is no value of its column stays as it is, so that the check reports it. */
function readCell(column: string, text: string): unknown {
  if (lists.includes(column)) return text.split('|').map(part => part.trim());
  if (numbers.includes(column) && /^-?\d+(?:[.,]\d+)?$/.test(text)) return Number(text.replace(',', '.'));
  return answers.includes(column) && (isYes.test(text) || isNo.test(text)) ? isYes.test(text) : text;
}

/** Hotels from CSV, with the destinations that their rows describe. */
interface HotelTable {
  readonly value: { hotels: Record<string, unknown>[]; destinations: Record<string, unknown>[] };
  positionAt(field: string): { line: number; column: number };
}

/** The separator is a comma, a semicolon or a tab. Rows with the same id are the rooms of one hotel. Throws a FileError. */
export function readHotelTable(text: string): HotelTable {
  const [header = [], ...rows] = splitRows(text.replace(/^\uFEFF/, ''));
  const names = checkHeader(header);
  const hotels = new Map<string, { record: Record<string, unknown>; rows: Cell[][] }>();
  const destinations = new Map<string, Record<string, unknown>>();
  for (const row of rows) {
    const [extra] = row.slice(names.length);
    if (extra) throw failure(extra, `the row has ${row.length} cells, but the header has ${names.length}`);
    const read = (known: readonly string[]) =>
      Object.fromEntries(
        names.flatMap((name, index) => {
          const cell = row[index]?.text.trim() ?? '';
          return known.includes(name) && cell !== '' ? [[name, readCell(name, cell)]] : [];
        }),
      );
    const place = (name: string) => row[names.indexOf(name)] ?? start;
    const own = read(hotelColumns);
    const key = `${own.id}`;
    const hotel = hotels.get(key) ?? { record: {}, rows: [] };
    hotels.set(key, hotel);
    hotel.rows.push(row);
    complete(hotel.record, own, { whose: `hotel ${key}`, place });
    const { room, ...rest } = read(roomColumns);
    if (room !== undefined)
      hotel.record.rooms = [...((hotel.record.rooms as unknown[]) ?? []), { name: room, ...rest }];
    const described = read(destinationColumns);
    const id = String(own.destination);
    if (described.destinationName === undefined && !destinations.has(id)) continue;
    const destination = destinations.get(id) ?? {};
    destinations.set(id, destination);
    complete(destination, described, { whose: `destination ${id}`, place });
  }
  const list = [...hotels.values()];
  return {
    value: {
      hotels: list.map(({ record }) => record),
      destinations: [...destinations].map(([id, { destinationName: name, ...facts }]) => ({
        id,
        name,
        ...facts,
      })),
    },
    positionAt: field =>
      placeOf(
        field,
        list.map(hotel => hotel.rows),
        names,
      ) ?? start,
  };
}

const start = { line: 1, column: 1 };

interface RowOf {
  readonly whose: string;
  place(column: string): Pick<Cell, 'line' | 'column'>;
}

/** Adds the values of a further row. Another value for the same column is a mistake. */
function complete(
  record: Record<string, unknown>,
  more: Record<string, unknown>,
  { whose, place }: RowOf,
): void {
  for (const [name, value] of Object.entries(more)) {
    record[name] ??= value;
    if (String(record[name]) === String(value)) continue;
    throw failure(
      place(name),
      `${whose} has the ${name} "${record[name]}" in an earlier row; write the same value, or leave the cell empty`,
    );
  }
}

/** Returns the names of the columns. */
function checkHeader(header: readonly Cell[]): string[] {
  const names = header.map(({ text }) => text.trim());
  const [first = start] = header;
  if (names.length === 1 && !columns.includes(names[0] ?? ''))
    throw failure(
      first,
      'expected columns such as id and destination, with a comma, a semicolon or a tab between them',
    );
  for (const [index, cell] of header.entries()) {
    const name = names[index] ?? '';
    if (!columns.includes(name))
      throw failure(
        cell,
        `no column "${name}"; ${suggest(name, columns, `the columns are ${columns.join(', ')}`)}`,
      );
    if (names.indexOf(name) < index) throw failure(cell, `the column "${name}" is there twice`);
  }
  const missing = ['id', 'destination'].find(name => !names.includes(name));
  if (missing) throw failure(first, `the column "${missing}" is missing`);
  return names;
}

const failure = ({ line, column }: Pick<Cell, 'line' | 'column'>, message: string): FileError =>
  new FileError(message, { position: { line, column } });

/** Finds the cell of a field such as `hotels[3].rooms[1].price`. */
function placeOf(field: string, hotels: readonly Cell[][][], names: readonly string[]): Cell | undefined {
  const [, index = '', room, rest = ''] = /^hotels\[(\d+)\](?:\.rooms\[(\d+)\])?\.?(.*)$/.exec(field) ?? [];
  const row = hotels[Number(index)]?.[Number(room ?? 0)] ?? hotels[Number(index)]?.[0];
  const name = room !== undefined && rest === 'name' ? 'room' : (/^\w+/.exec(rest)?.[0] ?? '');
  return row?.[names.indexOf(name)] ?? row?.[0];
}

/** Splits CSV into cells. A cell in quotes can contain separators, line feeds and doubled quotes. Leaves out empty lines. */
function splitRows(whole: string): Cell[][] {
  // Excel reads the separator from such a line, and other programs write it for Excel.
  const [mark = '', named] = /^sep=([,;\t])\r?\n/.exec(whole) ?? [];
  const text = whole.slice(mark.length);
  const separator = named ?? separatorIn(text);
  const cell = new RegExp(`"(?<quoted>(?:[^"]|"")*)"|(?<plain>[^${separator}\\r\\n"]*)`, 'y');
  const end = new RegExp(`${separator}|\\r\\n|\\n|\\r|$`, 'y');
  const rows: Cell[][] = [];
  let [row, line, lineStart, at]: [Cell[], number, number, number] = [[], mark === '' ? 1 : 2, 0, 0];
  while (at < text.length || row.length > 0) {
    const here = { line, column: at - lineStart + 1 };
    cell.lastIndex = at;
    const { quoted, plain = '' } = cell.exec(text)?.groups ?? {};
    at = cell.lastIndex;
    row.push({ ...here, text: quoted?.replaceAll('""', '"') ?? plain });
    for (const { index } of (quoted ?? '').matchAll(/\n/g)) {
      line += 1;
      lineStart = at - 1 - (quoted ?? '').length + index + 1;
    }
    end.lastIndex = at;
    const ending = end.exec(text)?.[0];
    if (ending === undefined)
      throw failure(here, 'a quote has no end, or stands inside a text without quotes');
    at += ending.length;
    if (ending === separator) continue;
    if (row.some(one => one.text.trim() !== '')) rows.push(row);
    [row, line, lineStart] = [[], line + 1, at];
  }
  return rows;
}

/** The separator that the header line has most often. */
function separatorIn(text: string): string {
  const [header = ''] = text.split(/\r?\n/, 1);
  const count = (separator: string) => header.split(separator).length;
  return count(';') > count(',') ? ';' : count('\t') > count(',') ? '\t' : ',';
}
