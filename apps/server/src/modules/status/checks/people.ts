import { type Check, found, foundIf, type PageFinding } from './check.ts'
import { judgeBackup, judgeRefused } from './level.ts'

type LimitNeeds = {
  disabled: boolean
  refused(): Promise<readonly { network: string; times: number }[]>
  /** Whether people share the address, as an administrator said. */
  isVenue(network: string): boolean
}

export const limitCheck = ({ disabled, refused, isVenue }: LimitNeeds): Check<PageFinding> => ({
  id: 'limits',
  async run() {
    const often = (await refused()).flatMap(({ network, times }) =>
      foundIf(judgeRefused(times), isVenue(network) ? 'limits.venue' : 'limits.refused', network, times),
    )
    return [...(disabled ? [found('red', 'limits.off')] : []), ...often]
  },
})

export type Administrators = {
  count(): Promise<number>
  /** Names of those who log in with nothing but a password. */
  withoutFactor(): Promise<readonly string[]>
}

export const adminCheck = ({ count, withoutFactor }: Administrators): Check<PageFinding> => ({
  id: 'admins',
  async run() {
    const [all, bare] = [await count(), await withoutFactor()]
    return [
      ...(all < 2 ? [found('yellow', 'admins.single')] : []),
      ...(bare.length === 0 ? [] : [found('yellow', 'admins.factor', bare.join(', '))]),
    ]
  },
})

export type Backups = {
  /** The last one that was proven, or that a script has noted, which says nothing of its key. */
  lastProven(): Promise<{ at: number; keyFingerprint: string | null } | null>
  ownFingerprint(): string
  tryTarget(): Promise<void>
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
    const isOther = last.keyFingerprint !== null && last.keyFingerprint !== own
    const reached = await backups.tryTarget().then(
      () => null,
      (error: unknown) => redact(error),
    )
    const age = Math.max(0, now() - last.at)
    return [
      ...foundIf(judgeBackup(age), 'backup.old', Math.floor(age / 86_400_000)),
      ...(isOther ? [found('red', 'backup.key')] : []),
      ...(reached === null ? [] : [found('red', 'backup.target', reached)]),
    ]
  },
})
