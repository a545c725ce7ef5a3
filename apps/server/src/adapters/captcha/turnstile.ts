import type { Captcha } from '../../ports/captcha.ts'
import type { Clock } from '../../ports/clock.ts'

type Options = { siteKey: string; secretKey: string; verifyUrl: string; timeoutMs?: number }
type Log = (message: string) => void

const longestToken = 2048
const longestAnswer = 64 * 1024
// While the service is down every login fails the same way, so one line per period is enough.
const quietMs = 10_000

// Never a valid token; the address is reserved for examples.
const noToken = 'pennant-check'
const noAddress = '192.0.2.1'

type Verdict = { success: boolean; codes: readonly string[] }

export const createTurnstile = (options: Options, clock: Clock, log: Log): Captcha => {
  const { siteKey, secretKey, verifyUrl, timeoutMs = 5_000 } = options
  const complain = throttled(log, clock)
  if (secretKey === '') log('Turnstile has no secret key: every captcha answer passes')

  const ask = async (token: string, address: string): Promise<Verdict> => {
    const answer = await fetch(verifyUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ secret: secretKey, response: token, remoteip: address, idempotency_key: '' }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await readAtMost(answer, longestAnswer)
    if (!answer.ok) throw new Error(`it answered ${answer.status}`)
    return verdictOf(text)
  }

  return {
    provider: 'CloudflareTurnstile',
    siteKey,
    challenge: async () => null,

    async check() {
      if (secretKey === '') throw new Error('Turnstile has no secret key: every captcha answer passes')
      const { codes } = await ask(noToken, noAddress).catch((error: unknown) => {
        throw new Error(`Couldn't reach Turnstile: ${reasonOf(error)}`)
      })
      if (refusesSecret(codes)) throw new Error('Turnstile rejects the secret key')
    },

    async verify(answer, address) {
      if (secretKey === '') return true
      const token = answer?.trim() ?? ''
      if (token === '' || token.length > longestToken || !address) return false
      try {
        const { success, codes } = await ask(token, address)
        if (refusesSecret(codes)) complain('Turnstile rejects the secret key')
        return success
      } catch (error) {
        complain(`Couldn't reach Turnstile: ${reasonOf(error)}`)
        return false
      }
    },
  }
}

const refusesSecret = (codes: readonly string[]): boolean =>
  codes.some((code) => code.endsWith('-input-secret'))

const verdictOf = (text: string): Verdict => {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) throw new Error('its answer is not an object')
  const success = 'success' in value && value.success === true
  const listed: unknown = 'error-codes' in value ? value['error-codes'] : undefined
  const codes = Array.isArray(listed) ? listed.filter((code) => typeof code === 'string') : []
  return { success, codes }
}

const readAtMost = async (answer: Response, limit: number): Promise<string> => {
  const parts: Uint8Array[] = []
  let size = 0
  const body: AsyncIterable<Uint8Array> | null = answer.body
  if (body === null) return ''
  // Throwing out of the loop cancels the body and its connection.
  for await (const part of body) {
    size += part.byteLength
    if (size > limit) throw new Error('its answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  // The message only says "fetch failed"; the cause has the reason.
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

const throttled = (log: Log, clock: Clock): Log => {
  let last = Number.NEGATIVE_INFINITY
  let untold = 0
  return (message) => {
    const now = clock.now()
    if (now - last < quietMs) {
      untold += 1
      return
    }
    log(untold === 0 ? message : `${message} (and ${untold} failures before)`)
    last = now
    untold = 0
  }
}
