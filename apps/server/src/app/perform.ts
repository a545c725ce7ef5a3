import { type Hired, perform } from '@pennant/load/rehearse/perform'
import { siteOf } from '@pennant/load/rehearse/site'
import type { SystemStatus } from '@pennant/contract/status'
import type { RehearsalCast, RehearsalOutcome, RehearsalStep } from '@pennant/contract/rehearsal'

type Options = {
  minutes: number | null
  onStep(step: RehearsalStep): Promise<void>
  signal: AbortSignal
}

type Playing = {
  /** Of the site itself. */
  url: () => string
  status: () => Promise<SystemStatus>
  /** Without it, each player group is a process of its own. */
  hire?: (() => Hired) | undefined
}

/** Plays an opening from the machine of the server, through the address that visitors use. */
export const createPerform =
  ({ url, status, hire }: Playing) =>
  async (cast: RehearsalCast, options: Options): Promise<RehearsalOutcome> => {
    const { figures, server } = await perform(cast, {
      ...options,
      ...(hire === undefined ? {} : { hire }),
      site: siteOf(url()),
      status,
    })
    return { sameMachine: true, figures, server: { ...server, samples: [...server.samples] } }
  }
