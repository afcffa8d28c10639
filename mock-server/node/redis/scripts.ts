// The scripts that Valkey runs. Each script is atomic. All keys begin with the same prefix:
//   understudy:format            the version of this layout
//   understudy:replica:<id>      a hash that expires with the lease of a server process; `batch` is its last written batch
//   understudy:wanted:<id>       the sandboxes that other processes want from this process
//   understudy:ids               the ids of all sandboxes
//   understudy:sandbox:<id>      a hash: `owner` (a replica), `fence` (the fencing number), and `bookings` (their number)
//   understudy:rows:<id>         a hash: the field is the kind and key of a row, the value is its position and JSON text
//   understudy:staging:<name>    the rows of a large change before it is complete; see staging-scripts.ts
//   understudy:journal:<list>:<id>  the journal: rows ordered by the position of their first exchange. The text of a row is this
//                                position, the position after its last exchange, and the exchanges
//   understudy:expiry            the sandboxes that expire without a call, ordered by this instant
//   understudy:fence             the last fencing number
//   understudy:ping              a value that a process writes to learn whether Valkey accepts writes. It expires
//   understudy:number            the last number for the id of a sandbox

/** The beginning of all keys. */
export const prefix = 'understudy:';

/** The beginning of all scripts. */
export const shared = `
local prefix = '${prefix}'
local call = redis.call
`;

/** Starts the lease of a process. Arguments: replica, milliseconds. */
export const startScript = `${shared}
call('HSET', prefix .. 'replica:' .. ARGV[1], 'batch', 0)
call('PEXPIRE', prefix .. 'replica:' .. ARGV[1], ARGV[2])
return 1
`;

/**
 * Renews the lease of a process. Arguments: replica, milliseconds. Returns the ids of the sandboxes that other processes
 * want; nothing if the lease has ended.
 */
export const renewScript = `${shared}
if call('PEXPIRE', prefix .. 'replica:' .. ARGV[1], ARGV[2]) == 0 then return false end
local wanted = call('SMEMBERS', prefix .. 'wanted:' .. ARGV[1])
call('DEL', prefix .. 'wanted:' .. ARGV[1])
return wanted
`;

/**
 * Takes a sandbox. Arguments: replica, id, milliseconds. Returns `unknown`; `ended` when the lease of this process has ended;
 * `busy` when another process has the sandbox; or `taken` with the new and the old fencing number, whether the last process
 * has released the sandbox, the number of rows, and the instant of the expiry or an empty text.
 */
export const takeScript = `${shared}
local replica, id, life = ARGV[1], ARGV[2], ARGV[3]
local key = prefix .. 'sandbox:' .. id
local sandbox = call('HMGET', key, 'owner', 'fence')
local owner, last = sandbox[1], sandbox[2]
if not last then return {'unknown'} end
if call('EXISTS', prefix .. 'replica:' .. replica) == 0 then return {'ended'} end
if owner and owner ~= replica and call('EXISTS', prefix .. 'replica:' .. owner) == 1 then
  call('SADD', prefix .. 'wanted:' .. owner, id)
  call('PEXPIRE', prefix .. 'wanted:' .. owner, life)
  return {'busy'}
end
local fence = call('INCR', prefix .. 'fence')
call('HSET', key, 'owner', replica, 'fence', fence)
return {'taken', tostring(fence), last, owner and 'open' or 'released', call('HLEN', prefix .. 'rows:' .. id),
  call('ZSCORE', prefix .. 'expiry', id) or ''}
`;

/**
 * Releases sandboxes. Arguments: replica, whether all changes were written (1 or 0), and id and fencing number of each
 * sandbox. A sandbox with a missing change keeps its owner, so that the next process knows this.
 */
export const releaseScript = `${shared}
for index = 3, #ARGV, 2 do
  local key = prefix .. 'sandbox:' .. ARGV[index]
  if call('HGET', key, 'fence') == ARGV[index + 1] and call('HGET', key, 'owner') == ARGV[1] then
    if ARGV[2] == '1' then call('HDEL', key, 'owner') else call('HSET', key, 'owner', 'ended') end
  end
end
return 1
`;

/**
 * Writes a batch, whole or not at all. Arguments: replica, number of the batch, and for each change: how, id, fencing number
 * (empty for a new sandbox), name of the staging key with its rows and the last part of this key (both empty for a small change),
 * instant of the expiry of the sandbox (empty for an unchanged instant), number of puts, puts (field, position, value), number of drops, drops (fields), number of the following
 * arguments for the journal, and for each list: its name, the position up to which rows are dropped (or empty), number of rows,
 * rows (position of the first exchange, text). Returns `done` with the fencing numbers of new sandboxes; `ended` when the lease of
 * this process has ended; `refused` with the ids that another
 * process has; `expired` when a staging key has expired. A repeated batch changes nothing.
 */
export const writeScript = `${shared}
local replica = prefix .. 'replica:' .. ARGV[1]
local last = call('HGET', replica, 'batch')
if not last then return {'ended'} end
local refused, isExpired, at = {}, false, 3
local isRepeated = last == ARGV[2]
while ARGV[at] do
  local how, id, fence, staging, part = ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3], ARGV[at + 4]
  local sandbox = call('HMGET', prefix .. 'sandbox:' .. id, 'fence', 'owner')
  local isKnown = sandbox[1] == fence and sandbox[2] == ARGV[1]
  local isFree = not sandbox[1] and how ~= 'update'
  if not isKnown and not isFree then table.insert(refused, id) end
  if staging ~= '' and call('HGET', prefix .. 'staging:' .. staging, 'part') ~= part then isExpired = true end
  at = at + 6
  at = at + 1 + 3 * ARGV[at]
  at = at + 1 + ARGV[at]
  at = at + 1 + ARGV[at]
end
if not isRepeated then
  if #refused > 0 then return {'refused', unpack(refused)} end
  if isExpired then return {'expired'} end
end

local function forget(id)
  call('UNLINK', prefix .. 'rows:' .. id, prefix .. 'journal:calls:' .. id, prefix .. 'journal:older:' .. id)
  call('ZREM', prefix .. 'expiry', id)
end

local function writeJournal(id, first, last)
  local at = first
  while at <= last do
    local key, to, rows = prefix .. 'journal:' .. ARGV[at] .. ':' .. id, ARGV[at + 1], tonumber(ARGV[at + 2])
    if to ~= '' then
      local row = call('ZREVRANGEBYSCORE', key, '(' .. to, '-inf', 'LIMIT', 0, 1)[1]
      if row then
        local from, next = string.match(row, '^(%d+) (%d+)')
        local isOver = tonumber(next) <= tonumber(to)
        call('ZREMRANGEBYSCORE', key, '-inf', isOver and from or '(' .. from)
      end
    end
    if rows > 0 then call('ZREMRANGEBYSCORE', key, ARGV[at + 3], '+inf') end
    for index = at + 3, at + 2 + 2 * rows, 2 do call('ZADD', key, ARGV[index], ARGV[index + 1]) end
    at = at + 3 + 2 * rows
  end
end

local function publish(staging, rows)
  local bookings = tonumber(call('HGET', staging, 'bookings') or 0)
  call('HDEL', staging, 'bookings', 'part')
  call('UNLINK', rows)
  if call('EXISTS', staging) == 1 then
    call('RENAME', staging, rows)
    call('PERSIST', rows)
  end
  return bookings
end

local done = {'done'}
at = 3
while ARGV[at] do
  local how, id, key, rows = ARGV[at], ARGV[at + 1], prefix .. 'sandbox:' .. ARGV[at + 1], prefix .. 'rows:' .. ARGV[at + 1]
  local staging, expiresAt = ARGV[at + 3], ARGV[at + 5]
  if isRepeated then
    if how == 'replace' then table.insert(done, call('HGET', key, 'fence') or '') end
    at = at + 6
    at = at + 1 + 3 * ARGV[at]
    at = at + 1 + ARGV[at]
    at = at + 1 + ARGV[at]
  else
    if how ~= 'update' then forget(id) end
    if how == 'remove' then
      call('DEL', key)
      call('ZREM', prefix .. 'ids', id)
    end
    if how == 'replace' then
      local fence = call('HGET', key, 'fence') or call('INCR', prefix .. 'fence')
      table.insert(done, tostring(fence))
      call('HSET', key, 'owner', ARGV[1], 'fence', fence, 'bookings', 0)
      call('ZADD', prefix .. 'ids', 0, id)
    end
    if expiresAt ~= '' then call('ZADD', prefix .. 'expiry', expiresAt, id) end
    at = at + 6
    local puts, bookings = tonumber(ARGV[at]), 0
    if staging ~= '' then bookings = publish(prefix .. 'staging:' .. staging, rows) end
    local function isBooking(field) return string.sub(field, 1, 8) == 'booking ' end
    for index = at + 1, at + 3 * puts, 3 do
      local field, position, value = ARGV[index], ARGV[index + 1], ARGV[index + 2]
      if position == '' then position = string.match(call('HGET', rows, field) or '', '^%S+') or '-' end
      local isNew = call('HSET', rows, field, position .. ' ' .. value) == 1
      if isNew and isBooking(field) then bookings = bookings + 1 end
    end
    at = at + 1 + 3 * puts
    local drops = tonumber(ARGV[at])
    for index = at + 1, at + drops do
      if call('HDEL', rows, ARGV[index]) == 1 and isBooking(ARGV[index]) then bookings = bookings - 1 end
    end
    if bookings ~= 0 then call('HINCRBY', key, 'bookings', bookings) end
    at = at + 1 + drops
    writeJournal(id, at + 1, at + ARGV[at])
    at = at + 1 + ARGV[at]
  end
end
call('HSET', replica, 'batch', ARGV[2])
return done
`;
