import { lookup } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { resolve } from 'node:path'
import { finding, type Input, type Io, Refusal, wrongUsage } from './verb.ts'

export type RemoteSite = {
  /** Without a path. */
  url: string
  ask<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T>
}

const askMs = 300_000

export const openSite = async ({ flags }: Input, io: Io): Promise<RemoteSite> => {
  const given = flags['url'] ?? io.env['PENNANT_URL']
  if (typeof given !== 'string' || !/^https?:\/\//i.test(given) || !URL.canParse(given))
    throw wrongUsage('A rehearsal needs the address of the site.', 'Add --url https://…, or set PENNANT_URL.')
  const { origin: url } = new URL(given)
  const token = await readToken({ flags }, io)

  return {
    url,
    async ask<T>(method: string, path: string, body?: object): Promise<T> {
      const answer = await fetch(`${url}${path}`, {
        method,
        signal: AbortSignal.timeout(askMs),
        redirect: 'manual',
        headers: {
          ...{ authorization: `Bearer ${token}`, 'accept-language': 'en-US', accept: 'application/json' },
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch((error: unknown) => {
        const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
        const why = cause instanceof Error ? cause.message : 'unknown'
        throw new Refusal(5, finding('error', 'unreachable', 'site', `Couldn't reach ${url}: ${why}`))
      })
      const text = await answer.text()
      if (answer.status === 200) return (text === '' ? undefined : JSON.parse(text)) as T
      throw refusalOf(answer.status, text, url)
    },
  }
}

const readToken = async ({ flags }: Pick<Input, 'flags'>, { env, cwd }: Io): Promise<string> => {
  const file = flags['token-file'] ?? env['PENNANT_TOKEN_FILE']
  const text =
    typeof file === 'string'
      ? await readFile(resolve(cwd, file), 'utf8').catch(() => {
          throw wrongUsage('The file with the token can’t be read.')
        })
      : (env['PENNANT_TOKEN'] ?? '')
  if (text.trim() !== '') return text.trim()
  throw wrongUsage(
    'A rehearsal needs an API token of an administrator with the scope Everything.',
    'Set PENNANT_TOKEN or PENNANT_TOKEN_FILE, or add --token-file FILE.',
  )
}

/** Of proxies whose patience is over. */
const late = new Set([504, 524])

/** What a rehearsal has to wait for is refused for safety. */
const waiting = new Set(['rehearsal.gameNear', 'rehearsal.running'])

const refusalOf = (status: number, text: string, url: string): Refusal => {
  const { code, title } = problemIn(text)
  if (status === 401 || status === 403) {
    const why = `${url} doesn't let this token rehearse.`
    const remedy = 'Create one with the scope Everything: `pennant admin token create`.'
    return new Refusal(2, finding('error', code ?? 'token', 'token', why, { remedy }))
  }
  const why = title ?? `${url} answered with status ${status}.`
  if (code === undefined && late.has(status))
    return new Refusal(5, finding('error', 'site.late', 'site', why))
  const exit = code !== undefined && waiting.has(code) ? 4 : status >= 500 ? 5 : code === undefined ? 5 : 1
  return new Refusal(exit, finding('error', code ?? 'site', 'site', why))
}

const problemIn = (text: string): { code?: string; title?: string } => {
  try {
    return JSON.parse(text) as { code?: string; title?: string }
  } catch {
    return {}
  }
}

/** True for a site on this machine: then the load takes from what is measured. */
export const isOnThisMachine = async (url: string): Promise<boolean> => {
  const { hostname } = new URL(url)
  const own = new Set(
    Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []),
  )
  const found = await lookup(hostname.replace(/^\[(.+)\]$/, '$1'), { all: true }).catch(() => [])
  return found.some(({ address }) => own.has(address))
}
