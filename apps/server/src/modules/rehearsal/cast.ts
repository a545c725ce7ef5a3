import type { RehearsalCast } from '@pennant/contract/rehearsal'
import { fileUrl } from '@pennant/contract/file'
import type { Core } from '../../core/core.ts'
import type { Vault } from '../../core/setting/vault.ts'
import type { RehearsalRow } from '../../ports/tables/rehearsal.ts'
import { createCastStore } from './store-cast.ts'

const passwordBytes = 12

export const nameOf = (id: string, index: number): string => `r-${id.slice(-6)}-${index}`

/** The same in each process, so that any of them can tell it. */
export const passwordOf = (vault: Pick<Vault, 'derive'>, id: string): string =>
  `R1${vault.derive(`password of rehearsal ${id}`).subarray(0, passwordBytes).toString('hex')}`

type Parts = 'db' | 'rehearsing' | 'vault'

/** What a command needs to play. Read, because another process may have created it. */
export const createCasting = ({ db, rehearsing, vault }: Pick<Core, Parts>) => {
  const store = createCastStore(db)
  return async ({ id, size }: Pick<RehearsalRow, 'id' | 'size'>, gameId: number): Promise<RehearsalCast> => {
    const [challenges, players, instanceOf] = await Promise.all([
      store.challenges(gameId),
      store.players(id),
      store.instanceChallenge(gameId),
    ])
    return {
      ...{ id, gameId, size, instanceOf, password: passwordOf(vault, id) },
      challenges: challenges.map(({ hash, file, ...challenge }) => ({
        ...challenge,
        file: hash === null ? null : fileUrl(hash, file ?? ''),
      })),
      players: players
        .map(({ userName, teamId }) => ({ userName, teamId, index: indexIn(userName) }))
        .toSorted((one, other) => one.index - other.index)
        .map(({ userName, teamId, index }) => ({
          ...{ userName, teamId },
          statement: rehearsing.statementOf(id, size.oneAddress ? null : addressOf(index)),
        })),
    }
  }
}

const indexIn = (userName: string): number => Number(userName.slice(userName.lastIndexOf('-') + 1))

/** Of the networks that are set aside for benchmarks (RFC 2544). */
const addressOf = (player: number): string =>
  `198.${18 + ((player >> 16) & 1)}.${(player >> 8) & 255}.${player & 255}`
