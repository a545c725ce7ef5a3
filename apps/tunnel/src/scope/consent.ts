import { plainText } from '../terminal/log.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { Scope } from './scope.ts'
import type { Scopes } from './scopes.ts'

type Needs = {
  scopes: Scopes
  /** Null without a terminal. */
  ask: Terminal['ask'] | null
  say(text: string): void
}

export const createConsent = ({ scopes, ask, say }: Needs) => {
  const stop = new AbortController()
  // A site that was refused may ask again, without another question to the player.
  const refused = new Set<string>()
  let asked: { host: string; decided: AbortController } | null = null
  let somebody = ask !== null
  let busy = false

  const tell = ({ host, name }: Scope): void =>
    say(`${called(host, name)} wants to use this tunnel. To let it: pennant-tunnel allow ${host}`)

  const waiting = (): Scope[] =>
    scopes.list().filter(({ host, state }) => state === 'pending' && !refused.has(host))

  const askAbout = async ({ host, name }: Scope, how: Terminal['ask']): Promise<void> => {
    const decided = new AbortController()
    asked = { host, decided }
    const answer = await how(question(host, name), AbortSignal.any([stop.signal, decided.signal]))
    asked = null
    if (decided.signal.aborted || stop.signal.aborted) return
    if (answer === null) somebody = false
    else if (/^\s*y(?:es)?\s*$/i.test(answer)) scopes.allow(host)
    else if (/^\s*no?\s*$/i.test(answer)) {
      refused.add(host)
      scopes.remove(host)
    } else say('Please answer y or n.')
  }

  const askAll = async (how: Terminal['ask']): Promise<void> => {
    busy = true
    for (let [next] = waiting(); next !== undefined && !stop.signal.aborted; [next] = waiting()) {
      await askAbout(next, how)
      if (!somebody) {
        waiting().forEach(tell)
        break
      }
    }
    busy = false
  }

  const wake = (): void => {
    if (ask !== null && somebody && !busy) void askAll(ask)
  }

  scopes.onChange(({ kind, scope }) => {
    if (kind === 'asked') {
      if (somebody && !refused.has(scope.host)) wake()
      else tell(scope)
    }
    if (kind === 'allowed' || kind === 'removed') {
      refused.delete(kind === 'allowed' ? scope.host : '')
      if (asked?.host === scope.host) asked.decided.abort()
    }
  })

  return {
    begin(): void {
      if (somebody) wake()
      else waiting().forEach(tell)
    },
    stop: (): void => stop.abort(),
  }
}

const called = (host: string, name: string): string => (name === host ? host : `${host} ("${name}")`)

const question = (host: string, name: string): string[] => [
  '',
  `${plainText(called(host, name))} wants to use this tunnel.`,
  'If you agree, this site may open ports on this computer that lead to its challenges, and close them again.',
  "It chooses where they lead, so allow only sites you trust. It can't reach your files.",
  `To take it back later: pennant-tunnel revoke ${plainText(host)}`,
  'Allow it? [y/n] ',
]
