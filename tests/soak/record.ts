import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Day } from './day.ts'
import type { Played } from './play-day.ts'

const project = path.join(import.meta.dirname, '../..')

/** All that was seen, to look for a fault in. */
export const keepSamples = (day: Day, played: Played): void => {
  const folder = path.join(project, 'tests/output')
  mkdirSync(folder, { recursive: true })
  const minutes = Math.round(day.forMs / 60_000)
  writeFileSync(path.join(folder, `soak-${day.seed}-${minutes}.json`), JSON.stringify(played))
}

/** One line for each whole run. */
export const keepRun = (line: object): void =>
  appendFileSync(path.join(import.meta.dirname, 'record.jsonl'), `${JSON.stringify(line)}\n`)
