import { type RedisScript, redisScript } from '../redis/script.ts'

// Like policy.ts, on one hash per key. Arguments: now in milliseconds or empty for the server's time, then for each
// key the policy's kind and shape, 1 to take or 0 to look, and the policy's three numbers. Answers for each key: 1 or
// 0, and the milliseconds until a permit returns.
export const limiterScript = (): RedisScript =>
  redisScript(`
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end

local function ofWindow(key, shape, take, permits, window, segments)
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
    return 1, 0
  end
  table.sort(held, function(a, b) return a[1] < b[1] end)
  for _, each in ipairs(held) do
    total = total - each[2]
    if total < permits then return 0, math.ceil((each[1] + segments) * span - now) end
  end
  return 0, window
end

local function ofBucket(key, shape, take, capacity, refill, every)
  local saved = redis.call('HMGET', key, 'tokens', 'filled')
  local tokens, filled = tonumber(saved[1] or capacity), math.min(tonumber(saved[2] or now), now)
  local periods = math.floor((now - filled) / every)
  tokens = math.min(capacity, tokens + periods * refill)
  if tokens >= capacity then filled = now else filled = filled + periods * every end
  local ok, wait = 1, 0
  if tokens < 1 then
    ok, wait = 0, math.ceil(filled + math.ceil((1 - tokens) / refill) * every - now)
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
  return ok, wait
end

local answers = {}
for i, key in ipairs(KEYS) do
  local at = 2 + (i - 1) * 6
  local kind, shape, take = ARGV[at], ARGV[at + 1], ARGV[at + 2] == '1'
  local known = redis.call('HGET', key, 'shape')
  if known and known ~= shape then redis.call('DEL', key) end
  local judge = kind == 'window' and ofWindow or ofBucket
  answers[2 * i - 1], answers[2 * i] =
    judge(key, shape, take, tonumber(ARGV[at + 3]), tonumber(ARGV[at + 4]), tonumber(ARGV[at + 5]))
end
return answers
`)
