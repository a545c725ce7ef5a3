import { type Check, found, foundIf, type PageFinding } from './check.ts'
import { judgeBackup, judgeRefused } from './level.ts'

type LimitNeeds = {
  disabled: boolean
  refused(): Promise<readonly { network: string; times: number }[]>
}

export const limitCheck = ({ disabled, refused }: LimitNeeds): Check<PageFinding> => ({
  id: 'limits',
  async run() {
    const often = (await refused()).flatMap(({ network, times }) =>
      foundIf(judgeRefused(times), 'limits.refused', network, times),
    )
    return [...(disabled ? [found('red', 'limits.off')] : []), ...often]
  },
})

export type Administrators = {
  count(): Promise<number>
  /** Names of those who log in with nothing but a password; null while there is no second factor. */
  withoutFactor(): Promise<readonly string[] | null>
}

export const adminCheck = ({ count, withoutFactor }: Administrators): Check<PageFinding> => ({
  id: 'admins',
  async run() {
    const [all, bare] = [await count(), await withoutFactor()]
    return [
      ...(all < 2 ? [found('yellow', 'admins.single')] : []),
      ...(bare === null || bare.length === 0 ? [] : [found('yellow', 'admins.factor', bare.join(', '))]),
    ]
  },
})

export type Backups = {
  /** The last one that was proven to be complete, as far as this version can tell. */
  lastProven(): Promise<{ at: number; keyFingerprint: string | null } | null>
  /** Null: backups don't tell of keys. */
  ownFingerprint(): string | null
  /** Puts 1 MiB there and takes it away again. Null: there is no target to try. */
  tryTarget: (() => Promise<void>) | null
}

export const backupCheck = (
  backups: Backups,
  now: () => number,
  redact: (error: unknown) => string,
): Check<PageFinding> => ({
  id: 'backup',
  async run() {
    const last = await backups.lastProven()
    if (last === null) return [found('red', 'backup.never')]
    const own = backups.ownFingerprint()
    const isOther = own !== null && last.keyFingerprint !== null && last.keyFingerprint !== own
    const reached = await backups.tryTarget?.().then(
      () => null,
      (error: unknown) => redact(error),
    )
    const age = Math.max(0, now() - last.at)
    return [
      ...foundIf(judgeBackup(age), 'backup.old', Math.floor(age / 86_400_000)),
      ...(isOther ? [found('red', 'backup.key')] : []),
      ...(reached == null ? [] : [found('red', 'backup.target', reached)]),
    ]
  },
})
