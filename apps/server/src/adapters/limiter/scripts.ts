import { type RedisScript, redisScript } from '../redis/script.ts'

// Like policy.ts, on one hash per key. Arguments: shape, now in milliseconds or empty for the
// server's time, 1 to take or 0 to look, and the policy's numbers. Answer: 1 or 0, and the milliseconds until
// a permit returns.
const begin = `
local key, shape, now, take = KEYS[1], ARGV[1], tonumber(ARGV[2]), ARGV[3] == '1'
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local known = redis.call('HGET', key, 'shape')
if known and known ~= shape then redis.call('DEL', key) end
`

export const windowScript = (): RedisScript =>
  redisScript(`${begin}
local permits, window, segments = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local span = window / segments
local current = math.floor(now / span)
local fields = redis.call('HGETALL', key)
local total, held, stale = 0, {}, {}
for i = 1, #fields, 2 do
  local segment = tonumber(fields[i])
  if segment then
    if segment <= current - segments then
      stale[#stale + 1] = fields[i]
    else
      local taken = tonumber(fields[i + 1])
      if segment > current then
        stale[#stale + 1] = fields[i]
        redis.call('HINCRBY', key, string.format('%.0f', current), taken)
        segment = current
      end
      total = total + taken
      held[#held + 1] = { segment, taken }
    end
  end
end
if #stale > 0 then redis.call('HDEL', key, unpack(stale)) end
if total < permits then
  if take then
    redis.call('HSET', key, 'shape', shape)
    redis.call('HINCRBY', key, string.format('%.0f', current), 1)
    redis.call('PEXPIRE', key, math.ceil((current + segments) * span - now) + 1000)
  end
  return { 1, 0 }
end
table.sort(held, function(a, b) return a[1] < b[1] end)
for _, each in ipairs(held) do
  total = total - each[2]
  if total < permits then return { 0, math.ceil((each[1] + segments) * span - now) } end
end
return { 0, window }
`)

export const bucketScript = (): RedisScript =>
  redisScript(`${begin}
local capacity, refill, every = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local saved = redis.call('HMGET', key, 'tokens', 'filled')
local tokens, filled = tonumber(saved[1] or capacity), math.min(tonumber(saved[2] or now), now)
local periods = math.floor((now - filled) / every)
tokens = math.min(capacity, tokens + periods * refill)
if tokens >= capacity then filled = now else filled = filled + periods * every end
local answer = { 1, 0 }
if tokens < 1 then
  answer = { 0, math.ceil(filled + math.ceil((1 - tokens) / refill) * every - now) }
elseif take then
  tokens = tokens - 1
end
if tokens >= capacity then
  redis.call('DEL', key)
else
  redis.call('HSET', key, 'shape', shape, 'tokens', tokens, 'filled', string.format('%.0f', filled))
  local full = filled + math.ceil((capacity - tokens) / refill) * every
  redis.call('PEXPIRE', key, math.ceil(full - now) + 1000)
end
return answer
`)
