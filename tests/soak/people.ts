import { addressOf, type Site } from '@pennant/load/address'
import { openHub } from '@pennant/load/hub'
import { reachInstance } from '@pennant/load/players/reach'
import { createTally, type Tally } from '@pennant/load/players/tally'
import { createVisitor, type Visitor } from '@pennant/load/players/visitor'
import type WebSocket from 'ws'
import type { EventSubmission } from '../../bench/event/event.ts'
import { createRandom } from '../../bench/event/random.ts'
import { isDynamic, type LoadedEvent } from '../../bench/loader/loaded-event.ts'
import { gameEnvironment } from '../ops/game.ts'
import type { Counts } from './counts.ts'

type Seat = {
  visitor: Visitor
  site: Site
  hub: WebSocket | null
  /** What the player does at the same time: nobody logs out meanwhile. */
  doing: number
  coming?: Promise<void>
}

export type People = {
  readonly tally: Tally
  submit(submission: EventSubmission): Promise<void>
  /** So many of those that are there lose their live updates, and come back. */
  reconnect(count: number): Promise<void>
  /** Of another team each time: it starts, is reached through the server, and is stopped after a while. */
  useInstance(forMs: number): Promise<void>
  attach(challenge: number, path: string): void
  /** Until nobody downloads its file. */
  detach(challenge: number): Promise<void>
  leave(): Promise<void>
}

type Options = { sites: readonly Site[]; loaded: LoadedEvent; counts: Counts; seed: number }

/** Beyond these, players have no live updates open. */
const mostHubs = 300
const password = gameEnvironment.PENNANT_ADMINPASSWORD

export const createPeople = ({ sites, loaded, counts, seed }: Options): People => {
  const { event, gameId, challengeId, flag, userName } = loaded
  const game = `/api/game/${gameId}`
  const random = createRandom(seed)
  const tally = createTally()
  const seats = new Map<number, Seat>()
  const files = new Map<number, string>()
  const live = new Map<number, Seat>()
  const downloads = new Map<number, Set<Promise<unknown>>>()
  let starts = 0

  const headersOf = (user: number): Record<string, string> => ({ 'x-forwarded-for': addressOf(user) })
  const seatOf = (user: number): Seat => {
    const known = seats.get(user)
    if (known !== undefined) return known
    const site = sites[user % sites.length]
    if (site === undefined) throw new Error('no server')
    const visitor = createVisitor(site, headersOf(user), tally)
    const seat: Seat = { visitor, site, hub: null, doing: 0 }
    seats.set(user, seat)
    return seat
  }

  const openLive = async (user: number, seat: Seat): Promise<void> => {
    const hub = await openHub(seat.site, gameId, seat.visitor.headers())
    // Logged out meanwhile.
    if (seats.get(user) !== seat) return hub.terminate()
    seat.hub = hub
    live.set(user, seat)
  }

  const come = async (user: number, seat: Seat): Promise<void> => {
    if ((await seat.visitor.logIn({ userName: userName(user), password })) === 200) counts.logins++
    for (const path of ['/api/account/profile', game, `${game}/details`, `${game}/notices`])
      await seat.visitor.read(path)
    await seat.visitor.read(`${game}/scoreboard`)
    if (seat.hub === null && live.size < mostHubs) await openLive(user, seat)
  }

  const logOut = async (user: number, seat: Seat): Promise<void> => {
    const { cookie = '' } = seat.visitor.headers()
    seat.visitor.close()
    seat.hub?.terminate()
    live.delete(user)
    seats.delete(user)
    const response = await fetch(`http://127.0.0.1:${seat.site.port}/api/account/logout`, {
      method: 'POST',
      headers: { ...headersOf(user), cookie },
    })
    if (response.status === 200) counts.logouts++
    else tally.answers.unexpected++
  }

  const read = async ({ visitor }: Seat, challenge: number): Promise<void> => {
    await visitor.read(`${game}/challenges/${challengeId(challenge)}`)
    counts.opened++
    const file = files.get(challenge)
    if (file === undefined || random.next() > 0.3) return
    const download = visitor.read(file)
    const under = downloads.get(challenge) ?? new Set()
    downloads.set(challenge, under.add(download))
    await download
    under.delete(download)
    counts.downloads++
  }

  const captainOf = (team: number): number => event.teams[team % event.teams.length]?.members[0] ?? 0

  return {
    tally,
    attach: (challenge, path) => void files.set(challenge, path),
    async detach(challenge) {
      files.delete(challenge)
      await Promise.all([...(downloads.get(challenge) ?? [])])
    },

    async submit({ user, team, challenge, answer, right }) {
      const seat = seatOf(user)
      seat.doing++
      await (seat.coming ??= come(user, seat))
      await read(seat, challenge)
      const given = right ? flag(team, challenge) : answer
      if ((await seat.visitor.submit(`${game}/challenges/${challengeId(challenge)}`, given)) === 200) {
        counts.submissions++
        if (right) counts.solves++
      }
      if (random.next() < 0.3) await seat.visitor.read(`${game}/scoreboard`)
      if (--seat.doing === 0 && random.next() < 0.02) await logOut(user, seat)
    },

    async reconnect(count) {
      for (const [user, seat] of [...live].slice(0, count)) {
        // Those that came back last are at the end.
        live.delete(user)
        seat.hub?.terminate()
        await openLive(user, seat)
      }
    },

    async useInstance(forMs) {
      const user = captainOf(starts * 7)
      const dynamic = event.challenges.map((_, index) => index).filter(isDynamic)
      const challenge = dynamic[starts++ % dynamic.length] ?? 1
      const seat = seatOf(user)
      seat.doing++
      await (seat.coming ??= come(user, seat))
      const path = `${game}/container/${challengeId(challenge)}`
      const answer = await seat.visitor.order(path)
      if (answer.status !== 200) return void tally.answers.unexpected++
      counts.instances++
      const isReached = await reachInstance(seat.site, answer.bytes.toString(), seat.visitor.headers())
      if (!isReached) tally.answers.lost++
      await new Promise((resolve) => setTimeout(resolve, forMs))
      const { cookie = '' } = seat.visitor.headers()
      const stopped = await fetch(`http://127.0.0.1:${seat.site.port}${path}`, {
        method: 'DELETE',
        headers: { ...headersOf(user), cookie },
      })
      if (stopped.status !== 200) tally.answers.unexpected++
      seat.doing--
    },

    async leave() {
      for (const { visitor, hub } of seats.values()) {
        hub?.terminate()
        visitor.close()
      }
      seats.clear()
      live.clear()
    },
  }
}
