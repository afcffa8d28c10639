import { once, suggest } from '#contracts/util';
import { FileError, type Position } from '../file-error.ts';

interface Cell extends Position {
  readonly text: string;
}

const ofHotel =
  'id destination name category address latitude longitude supplier priceLevel amenities photos closed soldOut';
const hotelColumns = ofHotel.split(' ');
const ofRoom = 'room board price currency restriction confirmsAfter prePayment canPayLater refundable';
const roomColumns = ofRoom.split(' ');
/** For a destination that no other file describes. */
const destinationColumns = ['destinationName', 'country', 'timeZone'];
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

type Row = Record<string, unknown>;

/** The separator is a comma, a semicolon or a tab. Rows with the same id are the rooms of one hotel. Throws a FileError. */
export function readHotelTable(text: string) {
  const [header = [], ...rows] = splitRows(text);
  const names = checkHeader(header);
  const hotels = new Map<string, Row>();
  const destinations = new Map<string, Row>();
  const idOf = (row: readonly Cell[]) => String(readRow(row, names, ['id']).id);
  const rowsOfHotels = once(() => [...Map.groupBy(rows, idOf).values()]);
  for (const row of rows) {
    const [extra] = row.slice(names.length);
    if (extra) throw failure(extra, `the row has ${row.length} cells, but the header has ${names.length}`);
    /** Another value for the same column is a mistake. */
    const complete = (record: Row, more: Row, whose: string) => {
      for (const [name, value] of Object.entries(more)) {
        record[name] ??= value;
        if (String(record[name]) === String(value)) continue;
        const hint = 'write the same value, or leave the cell empty';
        const message = `${whose} has the ${name} "${record[name]}" in an earlier row; ${hint}`;
        throw failure(row[names.indexOf(name)] ?? start, message);
      }
    };
    const described = readRow(row, names, destinationColumns);
    const { room, ...rates } = readRow(row, names, roomColumns);
    const own = readRow(row, names, hotelColumns);
    const hotel = entryOf(hotels, `${own.id}`);
    complete(hotel, own, `hotel ${own.id}`);
    if (room !== undefined) hotel.rooms = [...((hotel.rooms as unknown[]) ?? []), { name: room, ...rates }];
    const id = String(own.destination);
    if (described.destinationName === undefined && !destinations.has(id)) continue;
    complete(entryOf(destinations, id), described, `destination ${id}`);
  }
  return {
    value: {
      hotels: [...hotels.values()],
      destinations: [...destinations].map(([id, { destinationName: name, ...facts }]) => ({
        id,
        name,
        ...facts,
      })),
    },
    positionAt: (field: string): Position => placeOf(field, rowsOfHotels(), names) ?? start,
  };
}

const start = { line: 1, column: 1 };

function entryOf(entries: Map<string, Row>, id: string): Row {
  const entry = entries.get(id) ?? {};
  entries.set(id, entry);
  return entry;
}

const readRow = (row: readonly Cell[], names: readonly string[], known: readonly string[]): Row =>
  Object.fromEntries(
    names.flatMap((name, index) => {
      const cell = row[index]?.text.trim() ?? '';
      return known.includes(name) && cell !== '' ? [[name, readCell(name, cell)]] : [];
    }),
  );

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

const failure = ({ line, column }: Position, message: string): FileError =>
  new FileError(message, { position: { line, column } });

/** Finds the cell of a field such as `hotels[3].rooms[1].price`. */
function placeOf(field: string, hotels: readonly Cell[][][], names: readonly string[]): Cell | undefined {
  const [, index = '', room, rest = ''] = /^hotels\[(\d+)\](?:\.rooms\[(\d+)\])?\.?(.*)$/.exec(field) ?? [];
  const row = hotels[Number(index)]?.[Number(room ?? 0)] ?? hotels[Number(index)]?.[0];
  const name = room !== undefined && rest === 'name' ? 'room' : (/^\w+/.exec(rest)?.[0] ?? '');
  return row?.[names.indexOf(name)] ?? row?.[0];
}

/** Splits CSV into cells. A cell in quotes can contain separators, line feeds and doubled quotes. Leaves out empty lines. */
function splitRows(text: string): Cell[][] {
  // Excel reads the separator from such a line, and other programs write it for Excel.
  const [mark = '', named] = /^sep=([,;\t])\r?\n/.exec(text) ?? [];
  const separator = named ?? separatorIn(text);
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n"]*))(${separator}|\\r?\\n|$)`, 'y');
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let [line, lineStart] = mark === '' ? [1, 0] : [2, mark.length];
  for (let at = mark.length; at < text.length || row.length > 0; at = cell.lastIndex) {
    const here = { line, column: at - lineStart + 1 };
    cell.lastIndex = at;
    const [whole, quoted, plain = '', end] = cell.exec(text) ?? [];
    if (whole === undefined)
      throw failure(here, 'a quote has no end, or stands inside a text without quotes');
    row.push({ ...here, text: quoted?.replaceAll('""', '"') ?? plain });
    line += whole.split('\n').length - 1;
    if (whole.includes('\n')) lineStart = at + whole.lastIndexOf('\n') + 1;
    if (end === separator) continue;
    if (row.some(one => one.text.trim() !== '')) rows.push(row);
    row = [];
  }
  return rows;
}

/** The separator that the header line has most often. */
function separatorIn(text: string): string {
  const [header = ''] = text.split(/\r?\n/, 1);
  const count = (separator: string) => header.split(separator).length;
  return count(';') > count(',') ? ';' : count('\t') > count(',') ? '\t' : ',';
}
