import { randomBytes } from 'node:crypto'
import type { Adjustment } from '@pennant/contract/adjustment'
import type { NoticeToEdit } from '@pennant/contract/notice'
import { onTestFinished } from 'vitest'
import { createRandom } from '../../bench/event/random.ts'
import type { LoadedEvent } from '../../bench/loader/loaded-event.ts'
import { joinRaw, type RawHubClient } from '../kit/hub-client.ts'
import { cookieOf, logIn } from '../ops/client.ts'
import { callOk, gameEnvironment } from '../ops/game.ts'
import type { Counts } from './counts.ts'
import type { People } from './people.ts'

export type Organizers = {
  /** One thing after the other, each time on the other process. */
  act(): Promise<void>
  leave(): void
}

type Options = { sites: readonly string[]; loaded: LoadedEvent; counts: Counts; people: People; seed: number }

const keptNotices = 20
const fileBytes = 200_000
const pingMs = 10_000

export const openOrganizers = async ({
  sites: [first = '', second = first],
  loaded,
  counts,
  people,
  seed,
}: Options): Promise<Organizers> => {
  const { event, gameId, challengeId, participationId } = loaded
  const random = createRandom(seed)
  const admin = cookieOf(await logIn(first, 'Admin', gameEnvironment.PENNANT_ADMINPASSWORD))
  counts.logins++
  const [edit, game] = [`/api/edit/games/${gameId}`, `/api/game/${gameId}`]
  const notices: number[] = []
  const attached = new Set<number>()
  let site = first
  const call = <Answer>(method: 'DELETE' | 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
    callOk<Answer>(method, `${site}${path}`, admin, body)

  const hubs: RawHubClient[] = []
  for (const each of [first, second]) {
    const hub = await joinRaw(each, `/hub/monitor?game=${gameId}`, { headers: { cookie: admin } })
    const pulse = setInterval(() => hub.say({ type: 6 }), pingMs)
    void hub.closed.then(() => clearInterval(pulse))
    void (async () => {
      while ((await hub.hear()) !== null);
    })()
    hubs.push(hub)
  }
  const leave = (): void => hubs.forEach(({ socket }) => socket.terminate())
  onTestFinished(leave)

  const upload = async (): Promise<string> => {
    const body = new FormData()
    body.append('files', new Blob([randomBytes(fileBytes)]), 'part.bin')
    const headers = { cookie: admin }
    const response = await fetch(`${site}/api/assets`, { method: 'POST', headers, body })
    const [file] = (await response.json()) as { hash: string }[]
    if (file === undefined) throw new Error(`an upload was answered with ${response.status}`)
    counts.uploads++
    return file.hash
  }

  const acts: readonly (() => Promise<unknown>)[] = [
    async () => {
      const { id } = await call<NoticeToEdit>('POST', `${edit}/notices`, {
        content: `News ${counts.notices}`,
      })
      counts.notices++
      notices.push(id)
      const oldest = notices.length > keptNotices ? notices.shift() : undefined
      if (oldest !== undefined) {
        await call('DELETE', `${edit}/notices/${oldest}`)
        counts.notices--
      }
    },
    async () => {
      const index = random.below(event.challenges.length)
      const content = `As it is since edit ${counts.edits++}. `.repeat(40)
      await call('PUT', `${edit}/challenges/${challengeId(index)}`, { content })
    },
    async () => {
      const index = random.below(event.challenges.length)
      counts.edits++
      const originalScore = 500 + 100 * random.below(6)
      await call('PUT', `${edit}/challenges/${challengeId(index)}`, { originalScore })
    },
    async () => {
      const participationIds = [participationId(random.below(event.teams.length))]
      const [made] = await call<Adjustment[]>('POST', `${edit}/adjustments`, {
        ...{ participationIds, points: 10, reason: 'A bug was reported' },
      })
      counts.adjustments++
      if (counts.adjustments % 3 === 0)
        await call('DELETE', `${edit}/adjustments/${made?.id}`, { reason: 'It was none' })
    },
    async () => {
      // Only flags that are the same for all have one attachment for all.
      const index = 2 * random.below(event.challenges.length / 2)
      const hash = await upload()
      const attachment = { attachmentType: 'Local', fileHash: hash }
      await people.detach(index)
      await call('POST', `${edit}/challenges/${challengeId(index)}/attachment`, attachment)
      attached.add(index)
      counts.files = attached.size
      people.attach(index, `/assets/${hash}/part.bin`)
    },
    () => call('GET', `${game}/submissions?count=100`),
    () => call('GET', `${game}/events?count=100`),
    () => call('GET', `${game}/participations`),
    () => sheet(`${game}/submissionsheet`),
    () => call('GET', '/api/admin/files?count=50&detail=true'),
  ]
  const sheet = async (path: string): Promise<void> => {
    const response = await fetch(`${site}${path}`, { headers: { cookie: admin } })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}`)
  }

  let acted = 0
  return {
    async act() {
      site = acted % 2 === 0 ? first : second
      await acts[acted++ % acts.length]?.()
    },
    leave,
  }
}
