import type { ChallengeEditDetail, ChallengeSummary } from '@pennant/contract/challenge'
import type { TaskStatus } from '@pennant/contract/enums'
import type { Answer } from './client.ts'
import { insertGame } from './factories.ts'
import type { Person, World } from './world.ts'

type Id = number | string
type Shown = Answer<ChallengeEditDetail>

export type Organizer = {
  admin: Person
  pathOf(gameId: Id, id?: Id): string
  create(gameId: Id, body: unknown): Promise<Shown>
  list(gameId: Id): Promise<Answer<ChallengeSummary[]>>
  read(gameId: Id, id: Id): Promise<Shown>
  edit(gameId: Id, id: Id, body: unknown, tag?: string | null): Promise<Shown>
  remove(gameId: Id, id: Id, tag?: string | null): Promise<Answer>
  attach(gameId: Id, id: Id, body: unknown): Promise<Answer>
  addFlags(gameId: Id, id: Id, body: unknown): Promise<Answer>
  removeFlag(gameId: Id, id: Id, flagId: Id): Promise<Answer<TaskStatus>>
  upload(text: string, name?: string): Promise<string>
  made(given?: Record<string, unknown>): Promise<{ game: { id: number }; challenge: ChallengeEditDetail }>
}

export const createOrganizer = async (world: World, person?: Person): Promise<Organizer> => {
  const admin = person ?? (await world.person('Admin'))
  const pathOf = (gameId: Id, id?: Id): string =>
    `/api/edit/games/${gameId}/challenges${id === undefined ? '' : `/${id}`}`
  const based = (tag: string | null | undefined) => (tag == null ? {} : { headers: { 'if-match': tag } })
  const create = (gameId: Id, body: unknown): Promise<Shown> => admin.post(pathOf(gameId), body)

  return {
    admin,
    pathOf,
    create,
    list: (gameId) => admin.get(pathOf(gameId)),
    read: (gameId, id) => admin.get(pathOf(gameId, id)),
    edit: (gameId, id, body, tag) => admin.call('PUT', pathOf(gameId, id), { body, ...based(tag) }),
    remove: (gameId, id, tag) => admin.call('DELETE', pathOf(gameId, id), based(tag)),
    attach: (gameId, id, body) => admin.post(`${pathOf(gameId, id)}/attachment`, body),
    addFlags: (gameId, id, body) => admin.post(`${pathOf(gameId, id)}/flags`, body),
    removeFlag: (gameId, id, flagId) => admin.delete(`${pathOf(gameId, id)}/flags/${flagId}`),

    async upload(text, name = 'file.bin') {
      const bytes = new TextEncoder().encode(text)
      const { body } = await admin.upload<{ hash: string }[]>('POST', '/api/assets', 'files', [
        { name, bytes },
      ])
      const [file] = body
      if (file === undefined) throw new Error('nothing was stored')
      return file.hash
    },

    async made(given = {}) {
      const game = await insertGame(world.db)
      const { body: challenge } = await create(game.id, { title: 'Baby RSA', ...given })
      return { game, challenge }
    },
  }
}
