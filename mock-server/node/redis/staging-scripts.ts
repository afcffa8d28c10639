import { shared } from './scripts.ts';

// A large change is collected in a key of its own, in parts, so that no script takes long:
//   understudy:staging:<name>    a hash with the rows, and with the fields `part` (the last part) and `bookings` (how many
//                                bookings the change adds). The hash expires soon after its process has ended.

/**
 * Copies a page of the rows of a sandbox to a staging key, before a large update. Arguments: name, milliseconds until the
 * staging key expires, id, cursor, number of rows. Returns the next cursor, `0` at the end; nothing if the staging key has expired.
 */
export const copyScript = `${shared}
local key = prefix .. 'staging:' .. ARGV[1]
if ARGV[4] ~= '0' and call('EXISTS', key) == 0 then return false end
local page = call('HSCAN', prefix .. 'rows:' .. ARGV[3], ARGV[4], 'COUNT', ARGV[5])
for index = 1, #page[2], 2 do call('HSET', key, page[2][index], page[2][index + 1]) end
call('HSET', key, 'part', 'copied')
call('PEXPIRE', key, ARGV[2])
return page[1]
`;

/**
 * Adds a part of a change to a staging key. Arguments: name, milliseconds until the staging key expires, the part before (empty
 * for the first part), this part, number of puts, puts (field, position, value), drops (fields). Returns 1; nothing if the staging
 * key has expired. A repeated part changes nothing.
 */
export const stageScript = `${shared}
local key, puts = prefix .. 'staging:' .. ARGV[1], tonumber(ARGV[5])
local last = call('HGET', key, 'part') or ''
if last == ARGV[4] then return 1 end
if last ~= ARGV[3] then return false end
local bookings = 0
local function isBooking(field) return string.sub(field, 1, 8) == 'booking ' end
for index = 6, 5 + 3 * puts, 3 do
  local field, position = ARGV[index], ARGV[index + 1]
  if position == '' then position = string.match(call('HGET', key, field) or '', '^%S+') or '-' end
  local isNew = call('HSET', key, field, position .. ' ' .. ARGV[index + 2]) == 1
  if isNew and isBooking(field) then bookings = bookings + 1 end
end
for index = 6 + 3 * puts, #ARGV do
  if call('HDEL', key, ARGV[index]) == 1 and isBooking(ARGV[index]) then bookings = bookings - 1 end
end
call('HINCRBY', key, 'bookings', bookings)
call('HSET', key, 'part', ARGV[4])
call('PEXPIRE', key, ARGV[2])
return 1
`;
