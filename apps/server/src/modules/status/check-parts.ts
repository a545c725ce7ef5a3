import { statfs } from 'node:fs/promises'
import type { Core } from '../../core/core.ts'
import type { Redact } from '../../kit/redaction.ts'
import type { Installation } from './installation.ts'
import { statusOf, type Warning, warning, warningIf, type PartStatus } from './part-status.ts'
import type { InstanceLimits } from '../../ports/containers.ts'
import { timed } from '../../kit/timeout.ts'
import type { StatusStore } from './store.ts'

const timeoutMs = 4_000
const slowMs = 100
const leastFree = 2_000_000_000
const leastShare = 0.05
const mailWaitsMs = 600_000

export type CheckedParts =
  | 'blobs'
  | 'bus'
  | 'cache'
  | 'captcha'
  | 'clock'
  | 'containers'
  | 'mail'
  | 'mailer'
  | 'outgoing'
  | 'settings'

export const createPartChecks = (
  core: Pick<Core, CheckedParts>,
  store: Pick<StatusStore, 'facts' | 'ping'>,
  installation: Installation,
  redact: Redact,
) => {
  const { blobs, bus, cache, captcha, clock, containers, mail, mailer, outgoing, settings } = core
  const { blobFolder, embedded, pool: connections, proxied } = installation

  const database = async (): Promise<PartStatus> => {
    const own = embedded ? warning('database.embedded') : null
    const { size, open, idle, waiting } = connections()
    const pool = { poolSize: size, connections: open, idle, waiting }
    const trip = await timed(timeoutMs, store.ping)
    const facts = await timed(timeoutMs, store.facts)
    if ('error' in trip || 'error' in facts) {
      const error = 'error' in trip ? trip.error : 'error' in facts ? facts.error : null
      return statusOf('database', {
        state: 'broken',
        kind: 'PostgreSQL',
        message: redact(error),
        figures: pool,
        warnings: [own],
      })
    }
    const { version, bytes } = facts.value
    const slow = trip.milliseconds > slowMs
    return statusOf('database', {
      state: slow ? 'warning' : 'well',
      kind: `PostgreSQL ${version.split(' ')[0] ?? ''}`,
      figures: { milliseconds: trip.milliseconds, bytes, ...pool },
      warnings: [own, warningIf(slow, 'database.slow', trip.milliseconds)],
    })
  }

  const shared = async (processes: number): Promise<PartStatus> => {
    if (installation.cache === 'Memory') {
      const missing = processes > 1
      return statusOf('cache', {
        state: missing ? 'warning' : 'well',
        kind: 'Memory',
        warnings: [warningIf(missing, 'cache.missing', processes)],
      })
    }
    const trip = await timed(timeoutMs, cache.check)
    const away = 'error' in trip || !bus.connected
    return statusOf('cache', {
      state: away ? 'broken' : 'well',
      kind: 'Redis',
      message: 'error' in trip ? redact(trip.error) : null,
      figures: { milliseconds: trip.milliseconds },
      warnings: [warningIf(away, 'cache.away')],
    })
  }

  const space = async (): Promise<{ free: number; total: number } | null> => {
    if (blobFolder === null) return null
    const { bavail, blocks, bsize } = await statfs(blobFolder)
    return { free: bavail * bsize, total: blocks * bsize }
  }

  const storage = async (): Promise<PartStatus> => {
    const [probe, room] = await Promise.all([timed(timeoutMs, blobs.check), timed(timeoutMs, space)])
    const left = 'value' in room ? room.value : null
    const full = left !== null && (left.free < leastFree || left.free < leastShare * left.total)
    const broken = 'error' in probe
    return statusOf('storage', {
      state: broken ? 'broken' : full ? 'warning' : 'well',
      kind: blobFolder === null ? 'S3' : 'Local',
      message: broken ? redact(probe.error) : null,
      figures: {
        milliseconds: probe.milliseconds,
        ...(left === null ? {} : { bytesFree: left.free, bytesTotal: left.total }),
      },
      warnings: [
        warningIf(broken, 'storage.broken'),
        warningIf(full, 'storage.full', left?.free ?? 0, left?.total ?? 0),
      ],
    })
  }

  const limitsOf = async (): Promise<InstanceLimits> => {
    const limits = await containers.limits()
    return proxied ? limits : { ...limits, unreachable: null }
  }

  const provider = async (): Promise<PartStatus> => {
    const [answer, limits] = await Promise.all([
      timed(timeoutMs, installation.provider),
      timed(timeoutMs, limitsOf),
    ])
    if ('error' in answer)
      return statusOf('provider', {
        state: 'broken',
        kind: '',
        message: redact(answer.error),
        warnings: [warning('provider.broken')],
      })
    const { kind, working, message, queued, starting, limit } = answer.value
    const figures = { queued, starting, limit, milliseconds: answer.milliseconds }
    if (kind === 'none')
      return statusOf('provider', { state: 'off', kind, warnings: [warning('provider.missing')] })
    const limited = 'value' in limits ? limitWarnings(limits.value) : []
    return statusOf('provider', {
      state: !working ? 'broken' : limited.length > 0 ? 'warning' : 'well',
      kind,
      message: message === null ? null : redact(new Error(message)),
      figures,
      warnings: [warningIf(!working, 'provider.broken'), ...limited],
    })
  }

  const post = async (): Promise<PartStatus> => {
    const answer = await timed(timeoutMs, mail.status)
    if ('error' in answer)
      return statusOf('mail', { state: 'broken', kind: mailer.kind, message: redact(answer.error) })
    const { mode, queued, oldest, lastError, held = 0 } = answer.value
    const lacksLink = warningIf(held > 0, 'mail.held', held)
    if (mode === 'outbox')
      return statusOf('mail', {
        state: outgoing.mail().unreadable ? 'broken' : 'off',
        kind: 'None',
        figures: { queued },
        warnings: [
          outgoing.mail().unreadable ? warning('secret.unreadable', 'mail') : warning('mail.missing'),
          lacksLink,
        ],
      })
    const waits = oldest !== null && clock.now() - oldest.getTime() > mailWaitsMs
    return statusOf('mail', {
      state: waits || held > 0 ? 'warning' : 'well',
      kind: 'SMTP',
      message: lastError === null ? null : redact(new Error(lastError)),
      figures: { queued },
      warnings: [warningIf(waits, 'mail.waiting', queued), lacksLink],
    })
  }

  const test = async (): Promise<PartStatus> => {
    const off = captcha.provider === 'None' || !settings.accountPolicy().useCaptcha
    const sealed = outgoing.captcha().unreadable
    return statusOf('captcha', {
      state: sealed ? 'broken' : off ? 'off' : 'well',
      kind: captcha.provider,
      warnings: [sealed ? warning('secret.unreadable', 'captcha') : warningIf(off, 'captcha.off')],
    })
  }

  return (processes: number): Promise<PartStatus[]> =>
    Promise.all([database(), shared(processes), storage(), provider(), post(), test()])
}

export type PartChecks = ReturnType<typeof createPartChecks>

const limitWarnings = ({ isolated, open, unreachable, unguarded }: InstanceLimits): Warning[] => [
  ...(isolated === null ? [] : [warning('instances.isolatedRefused', isolated)]),
  ...[open, unreachable].flatMap((why) => (why === null ? [] : [warning('instances.refused', why)])),
  ...(unguarded === null ? [] : [warning('instances.unguarded', unguarded)]),
]
