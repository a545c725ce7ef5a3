import { type Board, type BoardInput, createBoard } from '@pennant/rules/scoreboard/board'
import { boardInputOf } from '../event/board-input.ts'
import { createEvent } from '../event/create-event.ts'
import { type EventSize, sizes } from '../event/size.ts'
import { helloRate } from '../hello-rate.ts'
import { createLiveBoard } from '../live-board.ts'
import { median } from '../measure.ts'
import { metered } from '../metered.ts'
import { withPostgres } from '../postgres.ts'
import { type Finding, ownWorkers, type Scenario } from '../scenario.ts'
import { withServers } from '../servers.ts'
import type { BoardJob, BoardResult } from '../workers/board-job.ts'
import { spawnWorker } from '@pennant/load/worker'

const repeat = { buildL: 31, buildXL: 11, solve: 101 }
/** The budgets apply to a machine where a bare server answers this many requests per second. */
const reference = { rate: 45_000, buildL: 60, buildXL: 600, solve: 3 }
const leastRate = reference.rate / 3

const read = (board: Board): Board => {
  board.items()
  board.challenges()
  board.timelines()
  return board
}

const timed = (work: () => unknown): number => {
  const began = performance.now()
  work()
  return performance.now() - began
}

const inputOf = (size: EventSize): BoardInput => boardInputOf(createEvent({ size }))

const build = (input: BoardInput, rounds: number): number =>
  median(Array.from({ length: rounds }, () => timed(() => read(createBoard(input)))))

/** Every solve lowers its challenge's score and so changes all its solvers, which is the worst case. */
const solve = (input: BoardInput): number => {
  const challenges = input.challenges.map((challenge) => ({ ...challenge, ...everFalling }))
  const board = read(createBoard({ ...input, challenges, solves: input.solves.slice(0, -repeat.solve) }))
  return median(
    input.solves.slice(-repeat.solve).map((one) =>
      timed(() => {
        board.add(one)
        read(board)
      }),
    ),
  )
}

const everFalling = { originalScore: 10_000, difficulty: 2_000, deadline: null }

/** Slowly enough for a version of its own each time. */
const written = { everyMs: 1_500, warmUp: 4, solves: 10 }

const version = (): Promise<Finding> =>
  withPostgres(({ url }) =>
    withServers({ database: url }, async ([server]) => {
      if (server === undefined) throw new Error('no server')
      const { job, take } = await createLiveBoard(url, sizes.L, server.site)
      const worker = spawnWorker<BoardJob, BoardResult>('board', ownWorkers)
      try {
        const { everyMs } = written
        await worker.do({ ...job, everyMs, solves: take(written.warmUp) })
        const { cpuMs } = await metered([server], () =>
          worker.do({ ...job, everyMs, solves: take(written.solves) }),
        )
        const value = cpuMs / written.solves
        return {
          what: 'a version of L with its text and gzip, and the solve that made it',
          figure: `${value.toFixed(1)} ms of processor`,
          budget: 'none',
          met: null,
          cost: { value, unit: 'ms' },
        }
      } finally {
        await worker.leave()
      }
    }),
  )

export const boardBuild: Scenario = {
  name: 'board-build',
  says: 'a board from nothing, then one more solve, by the rules alone; then a version as the server writes it',
  async run() {
    const large = inputOf(sizes.L)
    return [
      await beside('L from nothing', reference.buildL, () => build(large, repeat.buildL)),
      await beside('XL from nothing', reference.buildXL, () => build(inputOf(sizes.XL), repeat.buildXL)),
      await beside('one more solve on L', reference.solve, () => solve(large)),
      await version(),
    ]
  },
}

/** Measures the machine before and after, because other programs may use it. */
const beside = async (what: string, budget: number, measure: () => number): Promise<Finding> => {
  const before = await helloRate()
  const took = measure()
  return finding(what, took, budget, (before + (await helloRate())) / 2)
}

const finding = (what: string, took: number, budget: number, rate: number): Finding => {
  const scaled = (budget * reference.rate) / rate
  return {
    what,
    figure: `${took.toFixed(1)} ms`,
    yardstick: `bare node:http ${Math.round(rate)} requests/s`,
    ratio: took / scaled,
    budget: `under ${scaled.toFixed(1)} ms (${budget} ms at ${reference.rate} requests/s)`,
    met: rate < leastRate ? null : took < scaled,
  }
}
