import type { SystemStatus } from '@pennant/contract/status'
import type { Core } from '../../core/core.ts'
import { createRedaction, type Redact } from '../../kit/redaction.ts'
import { silentMs } from './heartbeat.ts'
import { type CheckedParts, createPartChecks } from './check-parts.ts'
import { createPageChecks, type PageParts } from './checks/page.ts'
import type { Installation } from './installation.ts'
import { createStatus } from './service.ts'
import { createStatusStore, type StatusStore } from './store.ts'

const idle = {
  ...{ readP99Ms: null, writeP99Ms: null, hashWaitMs: 0, poolWaiting: 0, poolWaitMs: null },
  ...{ requests: 0, connections: 0 },
}

type Parts = CheckedParts | PageParts | 'audit' | 'db' | 'journal' | 'site'

type ShellStatus = {
  store: StatusStore
  redact: Redact
  read(): Promise<SystemStatus>
  processes(): Promise<number>
}

/** What the status page shows, seen by a command that is no server. */
export const createShellStatus = (
  core: Pick<Core, Parts>,
  installation: Omit<Installation, 'facts' | 'jobs'>,
): ShellStatus => {
  const { clock, outgoing } = core
  const store = createStatusStore(core.db)
  const redact = createRedaction(installation.secrets, () => [
    outgoing.mail().password,
    outgoing.captcha().secretKey,
  ])
  let jobs: readonly string[] = []
  const whole: Installation = {
    ...installation,
    jobs: () => jobs,
    facts: () => ({ memoryMb: 0, loopDelayMs: 0, hubClients: 0, load: idle }),
  }
  const heartbeat = {
    startedAt: new Date(clock.now()),
    processes: () => store.processes(new Date(clock.now() - silentMs)),
  }
  const status = createStatus(
    core,
    store,
    heartbeat,
    createPartChecks(core, store, whole, redact),
    createPageChecks(core, store, whole, redact, 0),
    { ...whole, backUp: null },
  )
  return {
    store,
    redact,
    processes: async () => (await heartbeat.processes()).length,
    async read() {
      jobs = (await store.runs()).map(({ name }) => name)
      return status.read()
    },
  }
}
