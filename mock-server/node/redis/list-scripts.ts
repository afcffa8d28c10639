import { shared } from './scripts.ts';

/**
 * Reads sandboxes for a list. Arguments: ids. Returns for each known sandbox its id, the number of its bookings, and the fields and
 * values of its head.
 */
export const peekScript = `${shared}
local fields = {'head beginning', 'head clock', 'head faults', 'head runs', 'head life'}
local found = {}
for _, id in ipairs(ARGV) do
  local bookings = call('HGET', prefix .. 'sandbox:' .. id, 'bookings')
  if bookings then
    local values, head = call('HMGET', prefix .. 'rows:' .. id, unpack(fields)), {}
    for index, field in ipairs(fields) do
      if values[index] then
        table.insert(head, field)
        table.insert(head, values[index])
      end
    end
    table.insert(found, {id, bookings, head})
  end
end
return found
`;

/**
 * Takes sandboxes that have expired. Arguments: replica, the present instant, the maximum number of sandboxes. Leaves out the
 * sandboxes of other living processes. Returns the instant of the next expiry (or an empty text), and for each sandbox its id and its
 * new fencing number, which is empty if this process has the sandbox already.
 */
export const expiredScript = `${shared}
local replica, now, expiry = ARGV[1], ARGV[2], prefix .. 'expiry'
local next = call('ZRANGEBYSCORE', expiry, '(' .. now, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
local found = {next[2] or ''}
if call('EXISTS', prefix .. 'replica:' .. replica) == 0 then return found end
for _, id in ipairs(call('ZRANGEBYSCORE', expiry, '-inf', now, 'LIMIT', 0, ARGV[3])) do
  local key = prefix .. 'sandbox:' .. id
  local owner = call('HGET', key, 'owner')
  if owner == replica then
    table.insert(found, id)
    table.insert(found, '')
  elseif not owner or call('EXISTS', prefix .. 'replica:' .. owner) == 0 then
    local fence = call('INCR', prefix .. 'fence')
    call('HSET', key, 'owner', replica, 'fence', fence)
    table.insert(found, id)
    table.insert(found, tostring(fence))
  end
end
return found
`;
