import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createRandom, type Random } from '../../bench/event/random.ts'
import { byBreadth } from '../kit/breadth.ts'
import { headCommit } from '../kit/head-commit.ts'

/** Sessions and kills of each: a thousand in all. */
export const scenes = {
  embedded: { sessions: 14, kills: 25, shorter: 5 },
  processes: { sessions: 12, kills: 25, shorter: 4 },
  writes: { sessions: 8, kills: 25, shorter: 4 },
  backup: { sessions: 5, kills: 10, shorter: 2 },
  restore: { sessions: 4, kills: 10, shorter: 1 },
  migration: { sessions: 6, kills: 10, shorter: 3 },
} as const
export type SceneName = keyof typeof scenes

/** Which thousand it is a part of, and which part; 0 for the shorter form. */
export type Session = { run: number; scene: SceneName; number: number; seed: number; kills: number }

/** What is killed after how many milliseconds. */
export type Kill = { at: number; what: string }

type Line = Omit<Session, 'kills'> & {
  kills: readonly (readonly [at: number, what: string])[]
  fault?: string
}

const record = path.join(import.meta.dirname, 'record.jsonl')

const linesOf = (): Line[] =>
  existsSync(record)
    ? readFileSync(record, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        // Written below.
        .map((line) => JSON.parse(line) as Line)
    : []

const seedOf = (scene: SceneName, run: number, number: number): number =>
  run * 1_000_000 + Object.keys(scenes).indexOf(scene) * 10_000 + number

/** In `test:long`, what the newest thousand lacks of the scene; without that, a few kills that are always the same. */
export const sessionsOf = (scene: SceneName): Session[] =>
  byBreadth(true, true, false)
    ? [{ run: 0, scene, number: 0, seed: seedOf(scene, 0, 0), kills: scenes[scene].shorter }]
    : leftOf(scene, linesOf())

/** Of the first thousand that isn't complete. */
export const leftOf = (
  scene: SceneName,
  lines: readonly Pick<Line, 'run' | 'scene' | 'number' | 'fault'>[],
): Session[] => {
  const { sessions, kills } = scenes[scene]
  const done = new Set(
    lines
      .filter((line) => line.scene === scene && line.fault === undefined)
      .map(({ run, number }) => `${run} ${number}`),
  )
  for (let run = 1; ; run++) {
    const left = Array.from({ length: sessions }, (_, number) => number).filter(
      (number) => !done.has(`${run} ${number}`),
    )
    if (left.length > 0)
      return left.map((number) => ({ run, scene, number, seed: seedOf(scene, run, number), kills }))
  }
}

/** A sitting ends with the session that is running then. */
const sittingMs = 60_000 * Number(process.env['PENNANT_KILLS_MINUTES'] ?? 38)
const began = Date.now() - 1_000 * process.uptime()
export const isSittingOver = (): boolean => Date.now() - began > sittingMs

export type Killing = {
  random: Random
  /** Kills that are left. */
  left(): number
  note(kill: Kill): void
}

/** Keeps what was done, in whatever way it ends. */
export const keepSession = async (session: Session, play: (killing: Killing) => Promise<void>) => {
  const started = Date.now()
  const kills: [number, string][] = []
  const keep = (fault?: string): void => {
    const line = {
      ...session,
      kills,
      seconds: Math.round((Date.now() - started) / 1_000),
      commit: headCommit(),
      node: process.versions.node,
      ...(fault === undefined ? {} : { fault }),
    }
    if (session.run > 0) appendFileSync(record, `${JSON.stringify(line)}\n`)
  }
  try {
    await play({
      random: createRandom(session.seed),
      left: () => session.kills - kills.length,
      note: ({ at, what }) => void kills.push([Math.round(at), what]),
    })
    keep()
  } catch (error) {
    keep(error instanceof Error ? error.message.slice(0, 2_000) : String(error))
    throw error
  }
}
