import type { Core } from '../../core/core.ts'
import type { Redact } from '../../kit/redaction.ts'
import type { Installation } from './installation.ts'
import { found, foundIf, type PageFinding } from './checks/check.ts'
import { trips } from './checks/database.ts'
import { judgeRoom, judgeTrip } from './checks/level.ts'
import { finding, findingIf, type PartStatus, statusOf } from './part-status.ts'
import type { InstanceLimits } from '../../ports/containers.ts'
import { timed } from '../../kit/timeout.ts'
import type { StatusStore } from './store.ts'

const timeoutMs = 4_000
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
  const { blobFolder, embedded, machine, pool: connections, proxied } = installation

  const database = async (): Promise<PartStatus> => {
    const own = embedded ? finding('database.embedded') : null
    const { size, open, idle, waiting } = connections()
    const pool = { poolSize: size, connections: open, idle, waiting }
    const trip = await timed(timeoutMs, () => trips(store.ping))
    const facts = await timed(timeoutMs, store.facts)
    if ('error' in trip || 'error' in facts) {
      const error = 'error' in trip ? trip.error : 'error' in facts ? facts.error : null
      return statusOf('database', {
        state: 'broken',
        kind: 'PostgreSQL',
        message: redact(error),
        figures: pool,
        findings: [own],
      })
    }
    const { version, bytes } = facts.value
    const milliseconds = Math.round(trip.value * 10) / 10
    const slow = judgeTrip(milliseconds)
    return statusOf('database', {
      state: slow === null ? 'well' : 'warning',
      kind: `PostgreSQL ${version.split(' ')[0] ?? ''}`,
      figures: { milliseconds, bytes, ...pool },
      findings: [own, ...foundIf(slow, 'database.slow', milliseconds)],
    })
  }

  const shared = async (processes: number): Promise<PartStatus> => {
    if (installation.cache === 'Memory') {
      const missing = processes > 1
      return statusOf('cache', {
        state: missing ? 'warning' : 'well',
        kind: 'Memory',
      })
    }
    const trip = await timed(timeoutMs, cache.check)
    const away = 'error' in trip || !bus.connected
    return statusOf('cache', {
      state: away ? 'broken' : 'well',
      kind: 'Redis',
      message: 'error' in trip ? redact(trip.error) : null,
      figures: { milliseconds: trip.milliseconds },
      findings: [away ? found(processes > 1 ? 'red' : 'yellow', 'cache.away') : null],
    })
  }

  const space = async (): Promise<{ free: number; total: number } | null> => {
    if (blobFolder === null) return null
    return machine.room(blobFolder)
  }

  const storage = async (): Promise<PartStatus> => {
    const [probe, room] = await Promise.all([timed(timeoutMs, blobs.check), timed(timeoutMs, space)])
    const left = 'value' in room ? room.value : null
    const full = left !== null && judgeRoom(left) !== null
    const broken = 'error' in probe
    return statusOf('storage', {
      state: broken ? 'broken' : full ? 'warning' : 'well',
      kind: blobFolder === null ? 'S3' : 'Local',
      message: broken ? redact(probe.error) : null,
      figures: {
        milliseconds: probe.milliseconds,
        ...(left === null ? {} : { bytesFree: left.free, bytesTotal: left.total }),
      },
      findings: [findingIf(broken, 'storage.broken')],
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
        figures: { milliseconds: answer.milliseconds },
        findings: [finding('provider.broken')],
      })
    const { kind, working, message, queued, starting, limit } = answer.value
    const figures = { queued, starting, limit, milliseconds: answer.milliseconds }
    if (kind === 'none')
      return statusOf('provider', { state: 'off', kind, findings: [finding('provider.missing')] })
    const limited = 'value' in limits ? limitFindings(limits.value) : []
    return statusOf('provider', {
      state: !working ? 'broken' : limited.length > 0 ? 'warning' : 'well',
      kind,
      message: message === null ? null : redact(new Error(message)),
      figures,
      findings: [findingIf(!working, 'provider.broken'), ...limited],
    })
  }

  const post = async (): Promise<PartStatus> => {
    const answer = await timed(timeoutMs, mail.status)
    if ('error' in answer)
      return statusOf('mail', { state: 'broken', kind: mailer.kind, message: redact(answer.error) })
    const { mode, queued, oldest, lastError, held = 0 } = answer.value
    const lacksLink = findingIf(held > 0, 'mail.held', held)
    if (mode === 'outbox')
      return statusOf('mail', {
        state: outgoing.mail().unreadable ? 'broken' : 'off',
        kind: 'None',
        figures: { queued },
        findings: [
          outgoing.mail().unreadable ? finding('secret.unreadable', 'mail') : finding('mail.missing'),
          lacksLink,
        ],
      })
    const waits = oldest !== null && clock.now() - oldest.getTime() > mailWaitsMs
    return statusOf('mail', {
      state: waits || held > 0 ? 'warning' : 'well',
      kind: 'SMTP',
      message: lastError === null ? null : redact(new Error(lastError)),
      figures: { queued },
      findings: [findingIf(waits, 'mail.waiting', queued), lacksLink],
    })
  }

  const test = async (): Promise<PartStatus> => {
    const off = captcha.provider === 'None' || !settings.accountPolicy().useCaptcha
    const sealed = outgoing.captcha().unreadable
    return statusOf('captcha', {
      state: sealed ? 'broken' : off ? 'off' : 'well',
      kind: captcha.provider,
      findings: [sealed ? finding('secret.unreadable', 'captcha') : findingIf(off, 'captcha.off')],
    })
  }

  return async (processes: number): Promise<PartStatus[]> => {
    // Its round trips are measured, so nothing else runs meanwhile.
    const first = await database()
    return [first, ...(await Promise.all([shared(processes), storage(), provider(), post(), test()]))]
  }
}

export type PartChecks = ReturnType<typeof createPartChecks>

const limitFindings = ({ isolated, open, unreachable, unguarded }: InstanceLimits): PageFinding[] => [
  ...(isolated === null ? [] : [finding('instances.isolatedRefused', isolated)]),
  ...[open, unreachable].flatMap((why) => (why === null ? [] : [finding('instances.refused', why)])),
  ...(unguarded === null ? [] : [finding('instances.unguarded', unguarded)]),
]
