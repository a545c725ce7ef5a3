import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type SlowUpload, startUpload } from './form.ts'
import type { Person, World } from './world.ts'

type Part = { bytes?: Uint8Array<ArrayBuffer>; name?: string; type?: string }
type Game = { path: string }

export const pdf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(`%PDF-1.7\n${text}`)
export const slowPdf = pdf('slow'.repeat(1000))
export const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export const partOf = ({ bytes = pdf('ours'), name = 'ours.pdf', type = 'application/pdf' }: Part) => ({
  bytes,
  name,
  type,
})

export const handIn = (by: Person, { path }: Game, part: Part = {}) =>
  by.upload('POST', `${path}/writeup`, 'file', [partOf(part)])

export const handInSlowly = (by: Person, { path }: Game): SlowUpload =>
  startUpload(`${by.origin}${path}/writeup`, {
    cookie: by.cookie() ?? '',
    field: 'file',
    name: 'ours.pdf',
    type: 'application/pdf',
  })

export const beginToHandIn = async (world: World, by: Person, game: Game): Promise<SlowUpload> => {
  const slow = handInSlowly(by, game)
  await slow.send(slowPdf)
  await expect.poll(() => beingReceived(world)).toHaveLength(1)
  return slow
}

const beingReceived = (world: World): Promise<string[]> =>
  readdir(join(world.dataFolder, 'uploads-in-progress')).catch(() => [])

export const storedFiles = async ({ db, app }: World) => {
  const rows = await db.selectFrom('file').select(['hash', 'refs']).execute()
  const bytes: string[] = []
  for await (const { key } of app.adapters.blobs.list('uploads/')) bytes.push(key.slice(-64))
  return { refs: Object.fromEntries(rows.map(({ hash, refs }) => [hash, refs])), bytes: bytes.toSorted() }
}

const handedIn = async ({ db }: World) => {
  const rows = await db
    .selectFrom('participation')
    .select('writeup_hash')
    .where('writeup_hash', 'is not', null)
    .execute()
  const refs: Record<string, number> = {}
  for (const { writeup_hash: hash } of rows) if (hash !== null) refs[hash] = (refs[hash] ?? 0) + 1
  return { refs, bytes: Object.keys(refs).toSorted() }
}

export const expectNoLeftovers = async (world: World): Promise<void> => {
  await expect
    .poll(async () => ({ received: await beingReceived(world), ...(await storedFiles(world)) }))
    .toEqual({ received: [], ...(await handedIn(world)) })
}
