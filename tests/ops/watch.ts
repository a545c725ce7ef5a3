import type { Scoreboard } from '@pennant/contract/scoreboard'
import { hubEvents, type ScoreboardVersion } from '@pennant/contract/hub'
import { setTimeout as wait } from 'node:timers/promises'
import { joinRaw } from '../kit/hub-client.ts'
import type { Game } from './game.ts'

export type Reader = {
  readonly seen: readonly (number | string)[]
  faults(): (number | string)[]
  stop(): Promise<void>
}

export function readAgainAndAgain(site: string, game: Game): Reader {
  const seen: (number | string)[] = []
  let going = true
  const look = async (): Promise<number | string> => {
    try {
      const response = await fetch(`${site}/api/game/${game.id}/scoreboard`)
      const text = await response.text()
      if (response.status !== 200) return `${response.status} ${text}`
      return (JSON.parse(text) as Scoreboard).version ?? 'a board without a version'
    } catch (error) {
      return String(error)
    }
  }
  const reading = (async () => {
    while (going) {
      seen.push(await look())
      await wait(20)
    }
  })()
  return {
    seen,
    faults() {
      let newest = 0
      return seen.filter((one) => {
        const fault = typeof one === 'string' || one < newest
        if (!fault) newest = one
        return fault
      })
    },
    async stop() {
      going = false
      await reading
    },
  }
}

export type Listener = {
  version(): number
  connected(): boolean
  leave(): void
}

/** The hub drops silent clients. */
const ping = { type: 6 }
const pingEveryMs = 5_000

type Message = { target?: string; arguments?: [ScoreboardVersion] }

export async function listenTo(site: string, game: Game): Promise<Listener> {
  const client = await joinRaw(site, `/hub/user?game=${game.id}`)
  let version = 0
  let connected = true
  const hearing = async (): Promise<void> => {
    for (;;) {
      // The hub's own tests check the schema.
      const message = (await client.hear()) as Message | null
      if (message === null) break
      const [told] = message.arguments ?? []
      if (message.target === hubEvents.ReceivedScoreboardVersion && told !== undefined) version = told.version
    }
    connected = false
    clearInterval(pulse)
  }
  const pulse = setInterval(() => client.say(ping), pingEveryMs)
  void hearing()
  return { version: () => version, connected: () => connected, leave: () => client.socket.close() }
}
