import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { signedTeamText } from '@pennant/rules/team/team-token'
import type { Place } from './place.ts'

/** What examples are about. Each is new. */

export const newInvite = async ({ world: { db }, captain, newTeam }: Place): Promise<string> => {
  const id = await newTeam(captain)
  const team = await db.selectFrom('team').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return `${team.name}:${id}:${team.invite_token}`
}

export const newPost = async ({ admin }: Place): Promise<string> =>
  (await admin.post<string>('/api/edit/posts', { title: 'News', summary: 'short', content: 'long' })).body

export const newFile = async ({ admin }: Place): Promise<string> => {
  const files = [{ name: 'file.bin', bytes: new Uint8Array(randomBytes(64)) }]
  const { body } = await admin.upload<{ hash: string }[]>('POST', '/api/assets', 'files', files)
  const [file] = body
  if (file === undefined) throw new Error('nothing was stored')
  return file.hash
}

export const newToken = async ({ admin }: Place): Promise<string> =>
  (await admin.post<{ info: { id: string } }>('/api/tokens', { name: 'a token' })).body.info.id

/** A team token with the key that it was signed with. */
export const signedTeam = (): { teamToken: string; publicKey: string } => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const signature = sign(null, Buffer.from(signedTeamText(7)), privateKey)
  return {
    teamToken: `7:${signature.toString('base64')}`,
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64'),
  }
}
