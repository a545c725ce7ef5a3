import { Problem } from '@pennant/contract/problem'
import { createToken } from '@pennant/contract/token'
import { identityKey } from '@pennant/rules/account/identity'
import type { UserRow } from '../ports/database.ts'
import { compileDocumentReader } from '../kit/schema-reader.ts'
import { createTokens } from '../modules/token/service.ts'
import { createUserStore } from '../modules/user/store.ts'
import { type Installation, onInstallation } from './installation.ts'
import { done, expectConsent, type Verbs, wrongUsage } from './verb.ts'

const readToken = compileDocumentReader(createToken.body)
const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const adminTokenVerbs: Verbs = {
  'admin token create': {
    words: [],
    flags: {
      name: { type: 'string' },
      scopes: { type: 'string' },
      days: { type: 'string' },
      user: { type: 'string' },
    },
    flagTexts: {
      name: 'What the token is for',
      scopes: 'Everything, Read, Games, Monitor, Users, Platform, with commas between them',
      days: 'How long it is valid. Otherwise, it has no end',
      user: 'The administrator that it acts for. Needed if there are several',
    },
    summary: 'Create an API token, and print it once',
    async run(input, io) {
      const { name, scopes, days, user } = input.flags
      if (name === undefined || scopes === undefined)
        throw wrongUsage('A token needs a name and scopes.', 'Add --name and --scopes.')
      const sent = readToken(
        { name, scopes: String(scopes).split(','), ...(days === undefined ? {} : { expiresIn: days }) },
        'arguments',
      )
      return onInstallation(input, io, async (installation) => {
        const owner = await ownerOf(installation, user)
        const { token, info } = await tokensOf(installation).create(sent, installation.by, {
          userId: owner.id,
          userName: owner.name,
        })
        io.say(`Token ${info.id} of ${owner.name} created. It is shown only now:`)
        return done(token, { token, info })
      })
    },
  },

  'admin token list': {
    words: [],
    flags: {},
    summary: 'List all API tokens',
    run: (input, io) =>
      onInstallation(input, io, async (installation) => {
        const tokens = await tokensOf(installation).list()
        const lines = tokens.map(({ id, name, creator, scopes = [], expiresAt, isRevoked }) => {
          const end = expiresAt === null ? 'no end' : new Date(expiresAt).toISOString()
          return [id, isRevoked ? 'revoked' : end, creator ?? '-', scopes.join(',') || '-', name].join('  ')
        })
        return done(lines.length === 0 ? 'No tokens yet.' : lines.join('\n'), { tokens })
      }),
  },

  'admin token revoke': {
    words: ['ID'],
    flags: {},
    summary: 'Revoke an API token',
    async run(input, io) {
      const [id = ''] = input.words
      if (!guid.test(id)) throw new Problem('token.notFound')
      await expectConsent(input, io, `Revoke the token ${id}?`)
      return onInstallation(input, io, async (installation) => {
        await tokensOf(installation).revoke(id, false, installation.by)
        return done(`Token ${id} revoked.`, { id })
      })
    },
  },
}

const tokensOf = ({ core }: Installation) => createTokens(core)

const ownerOf = async (
  { core }: Installation,
  name: string | boolean | undefined,
): Promise<Pick<UserRow, 'id' | 'name'>> => {
  if (typeof name === 'string') {
    const key = identityKey(name)
    const user = (await core.users.byLogin(key)).find((one) => one.name_key === key)
    if (user === undefined) throw new Problem('user.notFound')
    if (user.role !== 'Admin') throw wrongUsage(`${user.name} is no administrator.`)
    return user
  }
  const { users } = await createUserStore(core.db).page(2, 0, { role: 'Admin' })
  const [only, another] = users
  if (only === undefined || another !== undefined)
    throw wrongUsage(
      only === undefined ? 'There is no administrator yet.' : 'There are several administrators.',
      only === undefined ? 'Create one with `pennant admin create`.' : 'Add --user.',
    )
  return only
}
