import { randomBytes } from 'node:crypto'
import type { ChallengeCategory } from '@pennant/contract/enums'
import type { RehearsalCast, RehearsalSize } from '@pennant/contract/rehearsal'
import type { Core } from '../../core/core.ts'
import { newGameKeys } from '../../core/game/keys.ts'
import { newUser } from '../../core/identity/new-user.ts'
import { createCastStore, type NewChallenge } from './store-cast.ts'
import type { InstanceSource } from './store.ts'

type Parts = 'clock' | 'db' | 'hasher' | 'ledger' | 'names' | 'rehearsing' | 'vault'

type Prepared = {
  id: string
  size: RehearsalSize
  end: Date
  source: InstanceSource | null
  /** Fails when nobody waits for it anymore. */
  goOn(): Promise<void>
  /** Before anything else is created. */
  onGame(gameId: number): Promise<void>
}

const challengeCount = 40
const teamsAtOnce = 250
const categories: readonly ChallengeCategory[] = ['Web', 'Crypto', 'Pwn', 'Reverse', 'Forensics', 'Misc']
const paragraph =
  'Harbor control lost a log file last night, and what is left of it makes no sense to anyone on duty. ' +
  'Find out who wrote it, and what they were looking for.\n\n'
// As long as the texts of real games.
const paragraphs = 8
const minute = 60_000
const keyBytes = 12

const secret = (): string => randomBytes(keyBytes).toString('hex')
const token = (): string => randomBytes(64).toString('base64')

/** Creates a hidden game, and teams with players that are accepted in it. */
export const createPreparation =
  ({ clock, db, hasher, ledger, names, rehearsing, vault }: Pick<Core, Parts>) =>
  async ({ id, size, end, source, goOn, onGame }: Prepared): Promise<RehearsalCast> => {
    const store = createCastStore(db)
    const now = new Date(clock.now())
    const tag = id.slice(-6)
    await goOn()
    const gameId = await store.insertGame({
      ...newGameKeys(vault),
      ...{ rehearsalId: id, title: `rehearsal-${tag}`, inviteCode: secret() },
      ...{ start: new Date(clock.now() - minute), end },
    })
    await onGame(gameId)
    const challenges = challengesOf(challengeCount)
    const challengeIds = await store.insertChallenges(gameId, challenges)
    const instanceOf = source === null ? null : await store.insertInstanceChallenge(gameId, source)

    // Hashing one for each would take longer than the rehearsal.
    const password = `R1${secret()}`
    const passwordHash = await hasher.hash(password)
    const members = size.players / size.teams
    const players: RehearsalCast['players'] = []
    for (let first = 0; first < size.teams; first += teamsAtOnce) {
      await goOn()
      const count = Math.min(teamsAtOnce, size.teams - first)
      const users = await Promise.all(
        Array.from({ length: count * members }, async (_, index) => {
          const name = `r-${tag}-${first * members + index}`
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
            const name = `r-${tag}-${first + index}`
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
      for (const [index, teamId] of teamIds.entries())
        for (const { name } of ofTeam(index)) {
          const address = size.oneAddress ? null : addressOf(players.length)
          players.push({ userName: name, teamId, statement: rehearsing.statementOf(id, address) })
        }
    }
    await store.join(gameId, now)
    await ledger.touch([gameId], ['setup', 'teams'])
    return {
      ...{ id, gameId, size, password, players, instanceOf },
      challenges: challenges.map(({ flag }, index) => ({ id: challengeIds[index] ?? 0, flag })),
    }
  }

const challengesOf = (count: number): NewChallenge[] =>
  Array.from({ length: count }, (_, index) => ({
    title: `Challenge ${index + 1}`,
    content: paragraph.repeat(paragraphs),
    category: categories[index % categories.length] ?? 'Misc',
    flag: `flag{${secret()}}`,
  }))

/** Of the networks that are set aside for benchmarks (RFC 2544). */
const addressOf = (player: number): string =>
  `198.${18 + ((player >> 16) & 1)}.${(player >> 8) & 255}.${player & 255}`
