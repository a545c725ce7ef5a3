import { setTimeout as wait } from 'node:timers/promises'
import type WebSocket from 'ws'
import { openHub } from '../hub.ts'
import type { Burst, Cast, InstanceOrder, Player } from './cast.ts'
import { reachInstance } from './reach.ts'
import { countAnswer, createTally, type Tally } from './tally.ts'
import { createVisitor, type Visitor } from './visitor.ts'
import { createWatch } from './watch.ts'

const rightOf = 10
const idleReadMs = 30_000

type Seat = { player: Player; visitor: Visitor; hub: WebSocket | undefined }

/** One step after the other, by all players. */
export const createPlay = (cast: Cast) => {
  const { site, gameId, challenges, assets } = cast
  const game = `/api/game/${gameId}`
  const tally: Tally = createTally()
  const seats: Seat[] = cast.players.map((player) => ({
    player,
    visitor: createVisitor(site, player.headers, tally),
    hub: undefined,
  }))

  const openLive = async (seat: Seat): Promise<void> => {
    const sent = performance.now()
    const status = await openHub(site, gameId, seat.visitor.headers()).then(
      (hub) => {
        seat.hub = hub
        return 200
      },
      (error: unknown) => statusIn(error),
    )
    tally.pages.push(performance.now() - sent)
    countAnswer(tally, status, 200)
  }

  /** Right answers go to each challenge in turn, team after team, until nothing is left to solve. */
  const createSheet = () => {
    const teams = new Map<number, Seat>()
    for (const seat of seats) if (!teams.has(seat.player.teamId)) teams.set(seat.player.teamId, seat)
    const captains = [...teams.values()]
    const right = challenges.flatMap((challenge) => captains.map((seat) => ({ seat, challenge })))
    let sent = 0
    return {
      next() {
        const turn = sent++
        const solve = turn % rightOf === 0 ? right[turn / rightOf] : undefined
        if (solve !== undefined) return { ...solve, isRight: true }
        const seat = seats[turn % seats.length]
        const challenge = challenges[turn % challenges.length]
        if (seat === undefined || challenge === undefined) return null
        return { seat, challenge: { id: challenge.id, flag: `flag{not_${turn}_this}` }, isRight: false }
      },
    }
  }

  return {
    tally,
    /** Whose live updates are open. */
    live: (): number => seats.filter(({ hub }) => hub !== undefined && hub.readyState === hub.OPEN).length,

    /** Everyone logs in. */
    door: (withinMs: number): Promise<void> =>
      spread(seats, withinMs, async ({ visitor, player: { userName, password } }) => {
        await visitor.logIn({ userName, password })
      }),

    opening: (withinMs: number): Promise<void> =>
      spread(seats, withinMs, async (seat) => {
        const { visitor } = seat
        for (const path of assets) await visitor.read(path)
        const own = ['/api/account/profile', game, `${game}/details`, `${game}/notices`, `${game}/scoreboard`]
        for (const path of own) await visitor.read(path)
        await openLive(seat)
        for (const { id, file } of challenges) {
          await visitor.read(`${game}/challenges/${id}`)
          if (file !== null) await visitor.read(file)
        }
      }),

    async burst({ perSecond, forMs, watching, graceMs }: Burst): Promise<void> {
      const watch = createWatch()
      const boards = new Map<Visitor, Promise<unknown>>()
      // As a tab does: at most one read at a time.
      const readBoard = (visitor: Visitor): void => {
        if (boards.has(visitor)) return
        const read = visitor.read(`${game}/scoreboard`).finally(() => boards.delete(visitor))
        boards.set(visitor, read)
      }
      for (const { hub, visitor } of seats.slice(0, Math.ceil(seats.length * watching)))
        if (hub !== undefined) watch.add(hub, () => readBoard(visitor))
      const sheet = createSheet()
      const count = Math.floor((perSecond * forMs) / 1000)
      await spread(Array.from({ length: count }), forMs, async () => {
        const guess = sheet.next()
        if (guess === null) return
        const { seat, challenge, isRight } = guess
        if (isRight) watch.sending(seat.player.teamId, challenge.id)
        const status = await seat.visitor.submit(`${game}/challenges/${challenge.id}`, challenge.flag)
        if (isRight && status !== 200) watch.forget(seat.player.teamId, challenge.id)
      })
      await watch.settled(graceMs)
      await Promise.all(boards.values())
      tally.news.push(...watch.heard)
      tally.missed += Math.max(0, watch.missing())
    },

    /** One for each team; what no team asks for anymore is stopped when the game goes. */
    async instances({
      challengeId,
      count,
      withinMs,
      patience: { soonMs, lateMs },
    }: InstanceOrder): Promise<void> {
      const captains = [...new Map(seats.toReversed().map((seat) => [seat.player.teamId, seat])).values()]
      await spread(captains.slice(0, count), withinMs, async ({ visitor }) => {
        const { instances } = tally
        instances.asked++
        const sent = performance.now()
        const late = wait(lateMs, null, { ref: false })
        const answer = await Promise.race([visitor.order(`${game}/container/${challengeId}`), late])
        if (answer === null) return
        countAnswer(tally, answer.status, 200)
        if (answer.status !== 200) {
          if (/"code":"instance\.noRoom"/.test(answer.bytes.toString())) instances.refusedForQuota++
          return
        }
        if (!(await reachInstance(site, answer.bytes.toString(), visitor.headers()))) return
        const tookMs = performance.now() - sent
        if (tookMs <= soonMs) instances.within60s++
        if (tookMs <= lateMs) instances.within180s++
      })
    },

    /** What idle tabs do. */
    async steady(forMs: number): Promise<void> {
      const rounds = Math.max(1, Math.round(forMs / idleReadMs))
      for (let round = 0; round < rounds; round++)
        await spread(seats, forMs / rounds, async ({ visitor }) => {
          await visitor.read(`${game}/notices`)
          await visitor.read(`${game}/scoreboard`)
        })
    },

    close(): void {
      for (const { visitor, hub } of seats) {
        hub?.terminate()
        visitor.close()
      }
    },
  }
}

/** Begins with one after the other, evenly over the time. */
const spread = async <T>(
  all: readonly T[],
  withinMs: number,
  work: (one: T) => Promise<void>,
): Promise<void> => {
  const began = performance.now()
  await Promise.all(
    all.map(async (one, index) => {
      const early = began + (index * withinMs) / all.length - performance.now()
      if (early > 0) await wait(early)
      await work(one)
    }),
  )
}

const statusIn = (error: unknown): number =>
  Number(/Unexpected server response: (\d+)/.exec(error instanceof Error ? error.message : '')?.[1] ?? 0)
