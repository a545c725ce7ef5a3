import type { BackupStep } from '@pennant/contract/status'
import type { Core } from '../core/core.ts'
import { type BackupFailure, lastRun, noteRun } from '../core/backup/last-run.ts'
import { beatEveryMs, beginUnderWay, noteUnderWay } from '../core/backup/under-way.ts'
import type { TellAdministrators } from './backup-mail.ts'

/** `skipped`: somebody makes one by hand, of which nothing is known yet. */
export type RunResult = 'skipped' | { failure: BackupFailure | null }

/** Backs up and deletes old backups in a process of its own. */
export type RunBackup = (signal: AbortSignal, onStep: (step: BackupStep) => void) => Promise<RunResult>

/** A backup whose steps and whose result everyone can see. Answers why there is none. */
type MakeBackup = (signal: AbortSignal) => Promise<BackupFailure | null>

/** Of all servers, one begins at a time, and has to make it then. Null: another one is under way. */
export type BeginBackup = () => Promise<MakeBackup | null>

type Needs = Pick<Core, 'clock' | 'settingStore'>

export const createBeginBackup =
  ({ clock, settingStore }: Needs, run: RunBackup, tell: TellAdministrators): BeginBackup =>
  async () => {
    const startedAt = clock.now()
    let step: BackupStep = 'reading'
    if (!(await beginUnderWay(settingStore, { startedAt, at: startedAt, step }))) return null
    let noted = Promise.resolve()
    // Nobody waits for these.
    const note = (isOver = false): Promise<void> => {
      const underWay = { startedAt, at: clock.now(), step }
      noted = noted.then(() => noteUnderWay(settingStore, underWay, { isOver })).catch(() => undefined)
      return noted
    }
    return async (signal) => {
      const beat = setInterval(() => void note(), beatEveryMs)
      try {
        const before = (await lastRun(settingStore))?.failure ?? null
        await noteRun(settingStore, { at: startedAt, failure: before })
        const result = await run(signal, (next) => {
          step = next
          void note()
        })
        if (signal.aborted || result === 'skipped') return null
        const { failure } = result
        await noteRun(settingStore, { at: startedAt, failure })
        // Once, however often it fails then.
        if ((before === null) !== (failure === null)) await tell(failure?.text ?? null)
        return failure
      } finally {
        clearInterval(beat)
        await note(true)
      }
    }
  }
