import { StoreError } from '../books/index.ts';
import { hostMachine, type MachineClock } from '../clock/index.ts';
import {
  type Change,
  type DurableStore,
  type Heading,
  type JournalPage,
  otherFormat,
  type Row,
  summaryKeys,
  type Version,
} from '../store/index.ts';
import { Connection, type Reply } from './redis-connection.ts';

// All keys begin with the same prefix:
//   understudy:format        the version of this layout
//   understudy:version       the last version of any sandbox
//   understudy:ids           the ids of all sandboxes, in alphabetical order
//   understudy:expiry        the sandboxes that expire without a call, by this instant
//   understudy:rows:<id>     a hash with the rows of a sandbox; also #version, #born and #calls
//   understudy:journal:<id>  a hash: the text of each recorded exchange by its number
//   understudy:order:<id>    the numbers of the exchanges in the order in which they were written
// Each commit publishes its version on the channel understudy:changed:<id>.
const prefix = 'understudy:';
const formatVersion = 4;

const keys = `
local id, change = ARGV[1], cjson.decode(ARGV[3])
local rows, journal, order = '${prefix}rows:' .. id, '${prefix}journal:' .. id, '${prefix}order:' .. id
local function get(name) return tonumber(redis.call('HGET', rows, name) or 0) end
local function addCalls()
  local calls = get('#calls')
  for _, call in ipairs(change.calls) do
    calls = calls + 1
    redis.call('HSET', journal, call.number, call.text)
    redis.call('ZADD', order, calls, call.number)
  end
  for _, number in ipairs(change.dropCalls) do redis.call('HDEL', journal, number) redis.call('ZREM', order, number) end
  redis.call('HSET', rows, '#calls', calls)
end`;

/** Arguments: id, expected version, change. Returns version, version of the creation, and position in the journal; nothing for a conflict. */
const commitScript = `${keys}
if get('#version') ~= tonumber(ARGV[2]) then return {} end
if change.replaces then redis.call('DEL', rows) end
if change.replaces or change.dropsJournal then redis.call('DEL', journal, order) end
local version = redis.call('INCR', '${prefix}version')
if change.replaces then redis.call('HSET', rows, '#born', version) end
for _, row in ipairs(change.puts) do redis.call('HSET', rows, row.key, row.value) end
for _, key in ipairs(change.drops) do redis.call('HDEL', rows, key) end
addCalls()
redis.call('HSET', rows, '#version', version)
redis.call('ZADD', '${prefix}ids', 0, id)
if change.expiresAt then redis.call('ZADD', '${prefix}expiry', change.expiresAt, id) end
redis.call('PUBLISH', '${prefix}changed:' .. id, version)
return {version, get('#born'), get('#calls')}`;

/** Arguments: id, version of the creation, change. */
const callsScript = `${keys}
if get('#born') ~= tonumber(ARGV[2]) then return {} end
addCalls()
return {get('#version'), get('#born'), get('#calls')}`;

/** Arguments: id, expected version or an empty text. */
const removeScript = `
local id = ARGV[1]
local version = redis.call('HGET', '${prefix}rows:' .. id, '#version')
if version and ARGV[2] ~= '' and version ~= ARGV[2] then return 0 end
redis.call('DEL', '${prefix}rows:' .. id, '${prefix}journal:' .. id, '${prefix}order:' .. id)
redis.call('ZREM', '${prefix}ids', id)
redis.call('ZREM', '${prefix}expiry', id)
redis.call('PUBLISH', '${prefix}changed:' .. id, 0)
return 1`;

interface RedisOptions {
  /** Whether an empty database is an error. */
  readonly mustExist?: boolean;
  readonly machine?: MachineClock;
  /** Milliseconds. */
  readonly replyTime?: number;
}

/** Several processes can use the store at the same time. */
export async function openRedis(
  url: string,
  { mustExist = false, machine = hostMachine, replyTime = 3_000 }: RedisOptions = {},
): Promise<DurableStore> {
  const where = withoutPassword(url);
  const connection = await Connection.open({ url, where, machine, replyTime });
  const run = (...command: string[]) => connection.read(command);
  try {
    await checkFormat(run, where, mustExist);
  } catch (error) {
    connection.close();
    throw error;
  }
  const warnings = await warningsOf(connection, where);
  return {
    where,
    warnings,
    isShared: true,
    ...createReads(run),
    commit: async (id, expected, change) =>
      versionOf(await connection.change(commitScript, [id, String(expected), textOf(change)])) ?? 'conflict',
    addCalls: async (id, born, change) =>
      versionOf(await connection.change(callsScript, [id, String(born), textOf(change)])),
    remove: async (id, expected) =>
      (await connection.change(removeScript, [id, String(expected ?? '')])) === 1,
    watch: (id, listener) => connection.watch(`${prefix}changed:${id}`, listener),
    ping: async () => void (await run('SET', `${prefix}ping`, 'x', 'EX', '60')),
    check: async () => [],
    close: async () => connection.close(),
  };
}

function createReads(run: Run): Pick<DurableStore, 'load' | 'version' | 'list' | 'expired' | 'journal'> {
  const versionIn = async (id: string) => Number((await run('HGET', `${prefix}rows:${id}`, '#version')) ?? 0);
  return {
    version: versionIn,
    async load(id) {
      const fields = textsOf(await run('HGETALL', `${prefix}rows:${id}`));
      if (fields.length === 0) return undefined;
      const expiresAt = await run('ZSCORE', `${prefix}expiry`, id);
      const all = Array.from({ length: fields.length / 2 }, (_, index) => ({
        key: fields[2 * index] ?? '',
        value: fields[2 * index + 1] ?? '',
      }));
      const fact = (name: string) => Number(all.find(({ key }) => key === name)?.value);
      return {
        rows: all.filter(({ key }) => !key.startsWith('#')),
        version: fact('#version'),
        born: fact('#born'),
        calls: fact('#calls'),
        expiresAt: expiresAt === null ? undefined : Number(expiresAt),
      };
    },
    async list(after, limit) {
      const from = after === '' ? '-' : `(${after}`;
      const page = ['LIMIT', '0', String(limit)];
      const ids = textsOf(await run('ZRANGEBYLEX', `${prefix}ids`, from, '+', ...page));
      const heads = await Promise.all(ids.map(id => run('HMGET', `${prefix}rows:${id}`, ...summaryKeys)));
      return ids.map((id, index): Heading => ({ id, rows: rowsOf(heads[index]) }));
    },
    async expired(now, limit) {
      const page = ['LIMIT', '0', String(limit)];
      const ids = textsOf(await run('ZRANGEBYSCORE', `${prefix}expiry`, '-inf', String(now), ...page));
      const versions = await Promise.all(ids.map(versionIn));
      return ids.map((id, index) => ({ id, version: versions[index] ?? 0 }));
    },
    journal: (id, after, limit) => readJournal(run, id, after, limit),
  };
}

async function readJournal(run: Run, id: string, after: number, limit: number): Promise<JournalPage> {
  const page = ['WITHSCORES', 'LIMIT', '0', String(limit)];
  const found = textsOf(await run('ZRANGEBYSCORE', `${prefix}order:${id}`, `(${after}`, '+inf', ...page));
  const numbers = found.filter((_, index) => index % 2 === 0);
  if (numbers.length === 0) return { rows: [], last: after, hasMore: false };
  const texts = await run('HMGET', `${prefix}journal:${id}`, ...numbers);
  const rows = numbers.flatMap((number, index) => {
    const text = Array.isArray(texts) ? texts[index] : null;
    return typeof text === 'string' ? [{ number: Number(number), text }] : [];
  });
  return { rows, last: Number(found.at(-1)), hasMore: numbers.length === limit };
}

/** A list that is empty would become an object in Lua, but the scripts only iterate it. */
const textOf = (change: Partial<Change>): string => JSON.stringify(change);

const rowsOf = (values: Reply | undefined): Row[] =>
  summaryKeys.flatMap((key, index) => {
    const value = Array.isArray(values) ? values[index] : undefined;
    return typeof value === 'string' ? [{ key, value }] : [];
  });

const textsOf = (reply: Reply): string[] => (Array.isArray(reply) ? reply.map(String) : []);

function versionOf(reply: Reply): Version | undefined {
  if (!Array.isArray(reply) || reply.length === 0) return undefined;
  const [version, born, calls] = reply;
  return { version: Number(version), born: Number(born), calls: Number(calls) };
}

function withoutPassword(url: string): string {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return shown.href;
}

type Run = (...command: string[]) => Promise<Reply>;

async function checkFormat(run: Run, where: string, mustExist: boolean): Promise<void> {
  const key = `${prefix}format`;
  if (!mustExist) await run('SETNX', key, String(formatVersion));
  const found = await run('GET', key);
  if (found === null) {
    const fix = 'check the address and the number of the database, such as the 5 in redis://127.0.0.1:6379/5';
    throw new StoreError('unavailable', `${where} contains no store; ${fix}`);
  }
  if (found !== String(formatVersion)) throw otherFormat(where, [found, formatVersion], 'database');
}

/** With any other value, Valkey can lose sandboxes. */
const safeSettings = [
  { name: 'appendonly', safe: 'yes', effect: 'if Valkey restarts, it loses answered changes' },
  {
    name: 'maxmemory-policy',
    safe: 'noeviction',
    effect: 'if the memory of Valkey is full, it removes sandboxes',
  },
] as const;

/** No warning for a setting that this user may not read. */
async function warningsOf(connection: Connection, where: string): Promise<string[]> {
  const warnings: string[] = [];
  for (const { name, safe, effect } of safeSettings) {
    const found = await connection.run(['CONFIG', 'GET', name]).catch(() => undefined);
    const value = Array.isArray(found) ? found[1] : undefined;
    if (value !== undefined && value !== safe)
      warnings.push(`${where} has the setting "${name} ${value}"; ${effect}; set "${name} ${safe}"`);
  }
  return warnings;
}
