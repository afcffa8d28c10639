import { compact, suggest } from '#contracts/util';
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
  const mistakes = rows.flatMap(({ length, [names.length]: extra }) =>
    extra ? [failure(extra, `the row has ${length} cells, but the header has ${names.length}`)] : [],
  );
  const valueIn = (row: readonly Cell[], name: string): unknown => {
    const text = row[names.indexOf(name)]?.text.trim() ?? '';
    return text === '' ? undefined : readCell(name, text);
  };
  /** A row without the value is a group of its own. */
  const groupBy = (name: string) => [...Map.groupBy(rows, row => valueIn(row, name) ?? row)];
  /** Another value for the same column is a mistake. */
  const join = (own: readonly Cell[][], known: readonly string[], whose: string): Row => {
    const record: Row = {};
    for (const name of known) {
      for (const row of own) {
        const value = valueIn(row, name);
        record[name] ??= value;
        if (value === undefined || String(record[name]) === String(value)) continue;
        const hint = 'write the same value, or leave the cell empty';
        const message = `${whose} has the ${name} "${record[name]}" in an earlier row; ${hint}`;
        mistakes.push(failure(row[names.indexOf(name)] ?? start, message));
      }
    }
    return compact(record);
  };
  const hotels = groupBy('id').map(([id, own]) => ({
    own,
    record: join(own, hotelColumns, `hotel ${id}`),
    rooms: own.filter(row => valueIn(row, 'room') !== undefined),
  }));
  const described = groupBy('destination').filter(([, own]) =>
    own.some(row => valueIn(row, 'destination') && valueIn(row, 'destinationName')),
  );
  return {
    value: {
      hotels: hotels.map(({ record, rooms }) => {
        const written = rooms.map(row => join([row], roomColumns, ''));
        const named = written.map(({ room: name, ...rates }) => ({ name, ...rates }));
        return named.length === 0 ? record : { ...record, rooms: named };
      }),
      destinations: described.map(([id, own]) => {
        const { destinationName: name, ...facts } = join(own, destinationColumns, `destination ${id}`);
        return { id, name, ...facts };
      }),
    },
    mistakes,
    /** Of a field such as `hotels[3].rooms[1].price`. */
    positionAt(field: string): Position {
      const [, index = '', room, rest = ''] =
        /^hotels\[(\d+)\](?:\.rooms\[(\d+)\])?\.?(.*)$/.exec(field) ?? [];
      const { own = [], rooms = [] } = hotels[Number(index)] ?? {};
      const row = room === undefined ? own[0] : rooms[Number(room)];
      const name = room !== undefined && rest === 'name' ? 'room' : (/^\w+/.exec(rest)?.[0] ?? '');
      return row?.[names.indexOf(name)] ?? row?.[0] ?? start;
    },
  };
}

const start = { line: 1, column: 1 };

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
