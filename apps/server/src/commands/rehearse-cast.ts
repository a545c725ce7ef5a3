import { setTimeout as wait } from 'node:timers/promises'
import type { RehearsalCast } from '@pennant/contract/rehearsal'
import type { RemoteSite } from './rehearse-site.ts'
import { finding, type Io, Refusal } from './verb.ts'

const usualEveryMs = 500
const longestMinutes = 30

/** Once it is created, which takes minutes for thousands of teams. */
export const castOf = async (
  site: Pick<RemoteSite, 'ask'>,
  id: string,
  { clock, signal }: Pick<Io, 'clock' | 'signal'>,
  everyMs = usualEveryMs,
): Promise<RehearsalCast> => {
  const until = clock.now() + longestMinutes * 60_000
  for (;;) {
    const { cast } = await site
      .ask<{ cast: RehearsalCast | null }>('GET', `/api/rehearsal/${id}/cast`)
      .catch((error: unknown) => {
        throw isOver(error) ? ended() : error
      })
    if (cast !== null) return cast
    if (clock.now() >= until) throw late()
    await wait(everyMs, undefined, { signal })
  }
}

const isOver = (error: unknown): boolean =>
  error instanceof Refusal && error.finding.code === 'rehearsal.notFound'

const refusal = (code: string, why: string): Refusal =>
  new Refusal(1, finding('error', code, 'site', why, { remedy: 'Look at the log of the server.' }))

const ended = (): Refusal =>
  refusal(
    'rehearsal.notFound',
    'The rehearsal ended before all teams were created: someone ended it, or the process that created them stopped.',
  )

const late = (): Refusal =>
  refusal('rehearsal.late', `The site hasn’t created all teams within ${longestMinutes} minutes.`)
