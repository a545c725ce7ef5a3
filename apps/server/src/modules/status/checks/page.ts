import type { ProcessRow } from '../../../ports/tables/status.ts'
import { fingerprintOf } from '../../../core/backup/last-proven.ts'
import type { Core } from '../../../core/core.ts'
import type { Redact } from '../../../kit/redaction.ts'
import type { Installation } from '../installation.ts'
import type { StatusStore } from '../store.ts'
import { cacheCheck } from './cache.ts'
import { type Check, type PageFinding, rarely, remembered, runCheck } from './check.ts'
import { databaseCheck, databaseClockCheck } from './database.ts'
import { roomCheck } from './instances.ts'
import { nodeEnds } from './level.ts'
import { allowanceCheck, captchaCheck, mailNamesCheck, mailServerCheck } from './mail.ts'
import { adminCheck, backupCheck, limitCheck } from './people.ts'
import { diskCheck, placeCheck } from './place.ts'
import { storageCheck } from './storage.ts'

export type PageParts =
  | 'blobs'
  | 'captcha'
  | 'clock'
  | 'containers'
  | 'mailer'
  | 'outgoing'
  | 'refusals'
  | 'secondFactors'
  | 'settings'
  | 'vault'
  | 'venues'

type Store = Pick<
  StatusStore,
  'administrators' | 'busiestHour' | 'clock' | 'demand' | 'health' | 'lastBackup' | 'proven'
>

const lookBackMs = 30 * 86_400_000
// Each writes a mebibyte, which some buckets keep.
const targetEveryMs = 3_600_000

/** Those that need no shell. The expensive ones are made again after `everyMs`. */
export const createPageChecks = (
  core: Pick<Core, PageParts>,
  store: Store,
  installation: Installation,
  redact: Redact,
  everyMs: number,
) => {
  const { machine } = installation
  const now = (): number => core.clock.now()
  let running: readonly ProcessRow[] = []
  const processes = async (): Promise<number> => running.length
  const allowed = () => running.flatMap(({ load }) => load ?? [])
  const seldom = (check: Check<PageFinding>): Check<PageFinding> => remembered(check, now, everyMs)
  const tryTarget = rarely(installation.tryBackupTarget, now, targetEveryMs)
  const sender = (): string | null => {
    const { sends, senderAddress } = core.outgoing.mail()
    return sends ? senderAddress : null
  }
  const mail = {
    sender,
    redact,
    check: () => core.mailer.check(),
    texts: installation.textRecords,
    selector: installation.dkimSelector,
  }
  const folders = [installation.dataFolder, installation.blobFolder].filter((folder) => folder !== null)

  const cache = cacheCheck({ now: () => Date.now(), processes, open: installation.openCache })

  const checks: readonly Check<PageFinding>[] = [
    placeCheck({ machine, now: () => Date.now(), nodeEnds, allowed }),
    diskCheck(machine, folders),
    databaseCheck({ health: store.health, processes, pool: installation.pool().size }),
    databaseClockCheck({ clock: store.clock, now: () => Date.now() }),
    installation.openCache === null ? cache : seldom(cache),
    seldom(storageCheck(core.blobs)),
    limitCheck({
      disabled: installation.unlimited,
      refused: core.refusals.recent,
      isVenue: (network) => core.venues.times(network.split('/')[0] ?? null) > 1,
    }),
    seldom(mailServerCheck(mail)),
    seldom(mailNamesCheck(mail)),
    allowanceCheck({
      sender,
      perHour: installation.mailsPerHour,
      registrations: () => store.busiestHour(new Date(now() - lookBackMs)),
    }),
    seldom(
      captchaCheck({
        isUsed: () => core.captcha.provider !== 'None' && core.settings.accountPolicy().useCaptcha,
        check: () => core.captcha.check(),
        redact,
      }),
    ),
    roomCheck({
      capacity: async () => (await core.containers.capacity?.()) ?? null,
      demand: () => store.demand(new Date(now())),
    }),
    backupCheck(
      {
        lastProven: async () => {
          const [last, proven] = await Promise.all([store.lastBackup(), store.proven()])
          if (last === null) return null
          return { at: last.at, keyFingerprint: proven?.at === last.at ? proven.keyFingerprint : null }
        },
        ownFingerprint: () => fingerprintOf(core.vault),
        tryTarget,
      },
      now,
      redact,
    ),
    adminCheck({
      count: store.administrators,
      withoutFactor: core.secondFactors.administratorsWithout,
    }),
  ]

  return async (all: readonly ProcessRow[]): Promise<readonly PageFinding[]> => {
    running = all
    return (await Promise.all(checks.map((check) => runCheck(check, redact)))).flat()
  }
}

export type PageChecks = ReturnType<typeof createPageChecks>
