import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredFile } from '@pennant/contract/file'
import {
  insertAttachment,
  insertChallenge,
  insertGame,
  insertParticipation,
  insertTeam,
} from '../../../../../tests/kit/factories.ts'
import { samplePng } from '../../../../../tests/kit/sample-image.ts'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

type Page = { data: StoredFile[]; length: number; total: number }

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin', 'Chief')
})
afterAll(() => world.close())

const list = async (query: Record<string, string>): Promise<Page> => {
  const answer = await admin.get<Page>(`/api/admin/files?${new URLSearchParams(query)}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const store = async (name: string, text: string): Promise<string> => {
  const bytes = new TextEncoder().encode(text)
  const answer = await admin.upload<{ hash: string }[]>('POST', '/api/assets', 'files', [{ name, bytes }])
  return answer.body[0]?.hash ?? ''
}
const detailOf = async (hash: string): Promise<StoredFile | undefined> =>
  (await list({ search: hash, detail: 'true' })).data[0]

describe('the list of files', () => {
  it('finds parts of names and hashes, and says no more than it is asked', async () => {
    const hash = await store('Notes 100%.txt', 'notes')
    await store('other_file.txt', 'other')
    const found = { data: [{ hash, name: 'Notes 100%.txt' }], length: 1, total: 1 }
    for (const search of ['notes', '%', hash.slice(3, 20), hash.toUpperCase()])
      expect(await list({ search })).toStrictEqual(found)
    expect((await list({ search: '_' })).data.map(({ name }) => name)).toEqual(['other_file.txt'])
    expect(await list({ search: "' or 1=1 --" })).toStrictEqual({ data: [], length: 0, total: 0 })
  })

  it('tells how large a file is, since when it is there, and that nobody holds it', async () => {
    const hash = await store('lonely.txt', 'lonely')
    expect(await detailOf(hash)).toStrictEqual({
      hash,
      name: 'lonely.txt',
      size: 6,
      references: 1,
      uploadTime: expect.any(Number),
      holders: [],
    })
  })

  it('names everybody who holds a file', async () => {
    const { db } = world
    const hash = await store('shared.bin', 'shared')
    const game = await insertGame(db, { title: 'The game', poster_hash: hash })
    const challenge = await insertChallenge(db, game, { title: 'The challenge' })
    await insertAttachment(db, challenge, { type: 'Local', file_hash: hash, file_name: 'a', file_size: 6 })
    const team = await insertTeam(db, [admin])
    await db
      .updateTable('team')
      .set({ name: 'The team', avatar_hash: hash })
      .where('id', '=', team.id)
      .execute()
    await db.updateTable('user').set({ avatar_hash: hash }).where('id', '=', admin.id).execute()
    const participation = await insertParticipation(db, game, team)
    await db
      .updateTable('participation')
      .set({ writeup_hash: hash, writeup_name: 'w.pdf', writeup_at: new Date() })
      .where('id', '=', participation.id)
      .execute()
    const gameId = game.id
    expect((await detailOf(hash))?.holders).toStrictEqual([
      { kind: 'Attachment', name: 'The challenge', gameId, id: String(challenge.id) },
      { kind: 'Avatar', name: 'Chief', gameId: null, id: admin.id },
      { kind: 'Avatar', name: 'The team', gameId: null, id: String(team.id) },
      { kind: 'Poster', name: 'The game', gameId, id: String(gameId) },
      { kind: 'Writeup', name: 'The team', gameId, id: String(participation.id) },
    ])
  })

  it('knows the logo', async () => {
    await admin.put('/api/admin/config', { globalConfig: { title: 'Our event' } })
    const bytes = await samplePng()
    await admin.upload('POST', '/api/admin/config/logo', 'file', [
      { name: 'logo.png', bytes, type: 'image/png' },
    ])
    const { data } = await list({ search: 'logo', detail: 'true' })
    expect(data[0]?.holders).toStrictEqual([{ kind: 'Logo', name: 'Our event', gameId: null, id: null }])
  })
})
