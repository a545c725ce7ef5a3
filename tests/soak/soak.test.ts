import { expect, describe, it } from 'vitest'
import { byBreadth } from '../kit/breadth.ts'
import { headCommit } from '../kit/head-commit.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { notLinux } from '../ops/database.ts'
import { createDay } from './day.ts'
import { figuresOf } from './figures.ts'
import { playDay } from './play-day.ts'
import { keepRun, keepSamples } from './record.ts'
import { stageMissing } from './stage.ts'
import { faultsOf } from './verdict.ts'

const missing = notLinux ?? stageMissing()
const minute = 60_000
const margin = 20 * minute
const { forMs } = createDay()
const isWhole = byBreadth(false, false, true)

/** Past the reporter, which shows nothing before the end. */
const say = (line: string): void => void process.stderr.write(`${new Date().toISOString()} ${line}\n`)

describe.skipIf(missing)(withSkipReason('a day of an event', missing), () => {
  it(`in ${forMs / minute} minutes leaves nothing behind that nobody needs`, {
    timeout: forMs + margin,
  }, async () => {
    const day = createDay()
    const began = new Date()
    const played = await playDay(day, say)
    keepSamples(day, played)
    const faults = faultsOf(day, played, isWhole)
    const figures = { ...figuresOf(day, played), faults }
    say(JSON.stringify(figures))
    if (isWhole && forMs >= 60 * minute)
      keepRun({ commit: headCommit(), node: process.versions.node, began, ...figures })
    expect(faults).toEqual([])
  })
})
