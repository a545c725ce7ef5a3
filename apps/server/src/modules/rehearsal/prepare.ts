import { createHash, randomBytes } from 'node:crypto'
import type { ChallengeCategory } from '@pennant/contract/enums'
import type { RehearsalSize } from '@pennant/contract/rehearsal'
import type { Core } from '../../core/core.ts'
import type { StoredFile } from '../../core/file/files.ts'
import { newGameKeys } from '../../core/game/keys.ts'
import { fileNameOf } from '../../core/rehearsal/store.ts'
import { newUser } from '../../core/identity/new-user.ts'
import { Readable } from 'node:stream'
import { nameOf, passwordOf } from './cast.ts'
import { createCastStore, type NewChallenge } from './store-cast.ts'
import type { InstanceSource } from './store.ts'

type Parts = 'clock' | 'db' | 'files' | 'hasher' | 'ledger' | 'names' | 'vault'

type Prepared = {
  id: string
  size: RehearsalSize
  end: Date
  source: InstanceSource | null
  /** Fails when nobody waits for it anymore. */
  goOn(): Promise<void>
}

const challengeCount = 40
const teamsAtOnce = 250
const categories: readonly ChallengeCategory[] = ['Web', 'Crypto', 'Pwn', 'Reverse', 'Forensics', 'Misc']
const paragraph =
  'Harbor control lost a log file last night, and what is left of it makes no sense to anyone on duty. ' +
  'Find out who wrote it, and what they were looking for.\n\n'
// As long as the texts of real games.
const paragraphs = 8
// Of a few hundred kilobytes that each player reads.
const challengesPerFile = 4
const fileBytes = 32_768
const minute = 60_000
const keyBytes = 12

const secret = (): string => randomBytes(keyBytes).toString('hex')
const token = (): string => randomBytes(64).toString('base64')

/** Creates a hidden game, and teams with players that are accepted in it. Resolves to the game's ID. */
export const createPreparation = ({ clock, db, files, hasher, ledger, names, vault }: Pick<Core, Parts>) => {
  const store = createCastStore(db)

  // Leased by the rehearsal until challenges refer to them, so that none outlasts it.
  const attach = async (id: string, challengeIds: readonly number[]): Promise<void> => {
    const attachments: (StoredFile & { challengeId: number })[] = []
    for (const [index, challengeId] of challengeIds.entries())
      if (index % challengesPerFile === 0) {
        const bytes = randomBytes(fileBytes)
        const hash = createHash('sha256').update(bytes).digest('hex')
        const file = { hash, name: fileNameOf(id, index), size: bytes.length }
        attachments.push({ ...(await files.keepLeased(id, file, () => Readable.from([bytes]))), challengeId })
      }
    await store.atomically(async (tx) => {
      const hashes = attachments.map(({ hash }) => hash)
      await files.settle(tx, id, hashes)
      await createCastStore(tx).insertAttachments(attachments)
    })
  }

  return async ({ id, size, end, source, goOn }: Prepared): Promise<number> => {
    const now = new Date(clock.now())
    await goOn()
    const gameId = await store.insertGame({
      ...newGameKeys(vault),
      ...{ rehearsalId: id, title: `rehearsal-${id.slice(-6)}`, inviteCode: secret() },
      ...{ start: new Date(clock.now() - minute), end },
    })
    await attach(id, await store.insertChallenges(gameId, challengesOf(challengeCount)))
    if (source !== null) await store.insertInstanceChallenge(gameId, source)

    // Hashing one for each would take longer than the rehearsal.
    const passwordHash = await hasher.hash(passwordOf(vault, id))
    const members = size.players / size.teams
    for (let first = 0; first < size.teams; first += teamsAtOnce) {
      await goOn()
      const count = Math.min(teamsAtOnce, size.teams - first)
      const users = await Promise.all(
        Array.from({ length: count * members }, async (_, index) => {
          const name = nameOf(id, first * members + index)
          const user = newUser({ name, email: `${name}@rehearsal.invalid`, passwordHash, now })
          const columns = await names.columnsFor(db, { kind: 'user', name })
          return { ...user, ...columns, email_confirmed: true, rehearsal_id: id }
        }),
      )
      await store.insertUsers(users)
      const ofTeam = (index: number) => users.slice(index * members, (index + 1) * members)
      const teamIds = await store.insertTeams(
        await Promise.all(
          Array.from({ length: count }, async (_, index) => {
            const name = nameOf(id, first + index)
            const columns = await names.columnsFor(db, { kind: 'team', name })
            const captain = ofTeam(index)[0]?.id ?? ''
            return { ...columns, name, invite_token: secret(), captain_id: captain, rehearsal_id: id }
          }),
        ),
      )
      await store.insertMembers(
        teamIds.flatMap((teamId, index) => ofTeam(index).map((user) => ({ teamId, userId: user.id }))),
        now,
      )
      await store.insertParticipations(
        gameId,
        teamIds.map((teamId) => ({ id: teamId, token: `${teamId}:${token()}` })),
      )
      await store.join({ gameId, teamIds, now })
    }
    await ledger.touch([gameId], ['setup', 'teams'])
    return gameId
  }
}

const challengesOf = (count: number): NewChallenge[] =>
  Array.from({ length: count }, (_, index) => ({
    title: `Challenge ${index + 1}`,
    content: paragraph.repeat(paragraphs),
    category: categories[index % categories.length] ?? 'Misc',
    flag: `flag{${secret()}}`,
  }))
