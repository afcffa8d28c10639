// The way of the right client to the supplier: its requests, their repetitions, and the clock that they share.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

export const env = name => process.env[`UNDERSTUDY_${name}`] ?? '';
const habit = process.env.HABIT ?? 'none';
export const has = name => habit === name;
const scale = Number(env('TIME_SCALE'));
export const minute = 60_000;

/** The supplier's time in milliseconds. All processes of one machine share this clock. */
export const now = () => (performance.timeOrigin + performance.now()) * scale;
export const pause = ms => sleep(Math.max(0, ms) / scale);

/** The answer is missing, unreadable or a 5xx. The call may have taken effect (flow.3). */
export class Lost extends Error {}
/** The supplier answered 400, 401 or 404, so that the same request would be refused again (err.400). */
export class Refused extends Error {}

export const agent = new Agent({ keepAlive: !has('new-connection'), maxSockets: 6 });
const decoders = { gzip: promisify(gunzip), br: promisify(brotliDecompress), deflate: promisify(inflate) };

/** Sends one request. Resolves with the status, the headers and the body, or rejects with Lost. */
function send(method, url, headers, body, patience) {
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), patience / scale);
  return new Promise((resolve, reject) => {
    const lost = error => reject(new Lost(String(error?.message ?? error)));
    const outgoing = request(url, { method, headers, agent, signal: clock.signal }, async incoming => {
      try {
        const chunks = [];
        for await (const chunk of incoming) chunks.push(chunk);
        const decode = decoders[incoming.headers['content-encoding']] ?? (raw => raw);
        const raw = await decode(Buffer.concat(chunks));
        resolve({ status: incoming.statusCode, headers: incoming.headers, text: raw.toString('utf8') });
      } catch (error) {
        lost(error);
      }
    });
    outgoing.on('error', lost);
    outgoing.end(body);
  }).finally(() => clearTimeout(timer));
}

/** Returns a body in the spelling of the habit: other order of keys, or numbers as text. */
function spell(value) {
  if (Array.isArray(value)) return value.map(spell);
  if (typeof value === 'number' && has('number-text')) return String(value);
  if (typeof value !== 'object' || value === null) return value;
  const pairs = Object.entries(value).map(([name, inner]) => [name, spell(inner)]);
  return Object.fromEntries(has('key-order') ? pairs.toSorted(([a], [b]) => (a < b ? 1 : -1)) : pairs);
}

function headersOf(body, more) {
  const headers = {
    Accept: 'application/json',
    'Accept-Encoding': has('no-gzip') ? 'identity' : 'gzip, deflate, br',
    'User-Agent': 'right-client/1.0',
    ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': body.length }),
    ...more,
  };
  if (!has('lower-case')) return headers;
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

const sent = [];
/** Keeps to 120 calls a minute (limit.rate), with a second to spare for the way to the supplier. */
async function keepRate() {
  for (;;) {
    const wait = sent.length < 120 ? 0 : 61_000 - (now() - sent[sent.length - 120]);
    if (wait <= 0) break;
    await pause(wait);
  }
  sent.push(now());
  if (sent.length > 120) sent.shift();
}

/** The wait of Retry-After, which is a number of seconds or a date by the supplier's clock (err.429). */
function retryAfter({ 'retry-after': given = '1', date }) {
  return /^\d+$/.test(given) ? Number(given) * 1_000 : Date.parse(given) - Date.parse(date) + 1_000;
}

/** Makes a call. Reads are repeated on the back-off schedule, but not after a third 5xx in a row (err.retry, err.breaker). */
async function call(method, url, { content, patience = 15_000, repeats = true, more = {} } = {}) {
  const text =
    content && JSON.stringify(spell({ ...content, Credential: login }), null, has('indented') ? '\t' : 0);
  const body = text && Buffer.from(has('bom') ? `\uFEFF${text}` : text);
  for (let failures = 0, errors = 0; ; ) {
    await keepRate();
    try {
      const answer = await send(method, url, headersOf(body, more), body, patience);
      if (answer.status === 429) {
        await pause(retryAfter(answer.headers));
        continue;
      }
      if (answer.status >= 500) errors += 1;
      if (answer.status >= 500 || (answer.status < 400 && answer.status !== 200))
        throw new Lost(`status ${answer.status}`); // it follows no redirect
      if (answer.status !== 200)
        throw new Refused(`${answer.status} to ${method} ${url.split('/token/')[0]}`);
      errors = 0;
      return readJson(answer.text);
    } catch (error) {
      failures += 1;
      if (!(error instanceof Lost) || !repeats || failures === 5 || errors === 3) throw error;
      await pause(250 * 2 ** (failures - 1));
    }
  }
}

function readJson(text) {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new Lost('the answer is not JSON');
  }
}

const login = { Username: env('USERNAME'), Password: env('PASSWORD') };
export const rest = (path, content, how) =>
  call('POST', `${env('BASE_URL')}/API/REST/${path}`, { content, ...how });
export const office = (name, content, how) => rest(`ClientBackOffice.svc/${name}`, content, how);
export const detail = async BookingId => readable((await office('GetBookingDetail', { BookingId })).Booking);

/** Returns a booking whose id and status can be read. */
export function readable(booking) {
  const isText = name => typeof booking?.[name] === 'string';
  if (['BookingId', 'bookingStatus', 'Status'].every(isText)) return booking;
  throw new Lost('the answer lacks the id or the status of the booking');
}

export function mapping(kind, name, further = {}) {
  const query = new URLSearchParams({ ...further, managerId: env('MANAGER_ID') });
  const place = `${kind}/${encodeURIComponent(name)}/token/${env('STATIC_TOKEN')}`;
  return call('GET', `${env('COMMONS_URL')}/new/api/v1/mapping/${place}?${query}`);
}

/** Reads a list of bookings beside another call, as a back office does all day (ep.list). */
export const beside = async work => {
  if (!has('extra-lists')) return work();
  const lists = [office('GetBookingList', {}), office('GetBookingList', { SearchBookingCriteria: {} })];
  const [done] = await Promise.allSettled([work(), ...lists]);
  if (done.status === 'rejected') throw done.reason;
  return done.value;
};
