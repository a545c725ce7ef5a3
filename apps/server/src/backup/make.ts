import type { BackupStep } from '@pennant/contract/status'
import type { Core } from '../core/core.ts'
import { lastRun, noteRun } from '../core/backup/last-run.ts'
import { beatEveryMs, noteUnderWay } from '../core/backup/under-way.ts'
import type { TellAdministrators } from './backup-mail.ts'

/** Backs up and deletes old backups in a process of its own; answers why not. */
export type RunBackup = (signal: AbortSignal, onStep: (step: BackupStep) => void) => Promise<string | null>

/** A backup whose steps and whose result everyone can see. Answers why there is none. */
export type MakeBackup = (signal: AbortSignal) => Promise<string | null>

type Needs = Pick<Core, 'clock' | 'settingStore'>

export const createMakeBackup =
  ({ clock, settingStore }: Needs, run: RunBackup, tell: TellAdministrators): MakeBackup =>
  async (signal) => {
    const startedAt = clock.now()
    const before = (await lastRun(settingStore))?.failure ?? null
    await noteRun(settingStore, { at: startedAt, failure: before })
    let step: BackupStep = 'reading'
    let noted = Promise.resolve()
    // Nobody waits for these.
    const note = (isOver = false): Promise<void> => {
      const now = clock.now()
      const underWay = isOver ? null : { startedAt, at: now, step }
      noted = noted.then(() => noteUnderWay(settingStore, now, underWay)).catch(() => undefined)
      return noted
    }
    await note()
    const beat = setInterval(() => void note(), beatEveryMs)
    try {
      const failure = await run(signal, (next) => {
        step = next
        void note()
      })
      if (signal.aborted) return null
      await noteRun(settingStore, { at: startedAt, failure })
      // Once, however often it fails then.
      if ((before === null) !== (failure === null)) await tell(failure)
      return failure
    } finally {
      clearInterval(beat)
      await note(true)
    }
  }
