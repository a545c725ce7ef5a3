import { Problem } from '@pennant/contract/problem'
import type { Containers } from '../../ports/containers.ts'

/** A full id is enough to connect, so logs hold its first twelve digits only. */
export const logId = ({ id, runtime_id }: { id: string; runtime_id?: string | null }): string => {
  const short = id.replaceAll('-', '').slice(0, 12)
  return runtime_id === undefined ? short : `${short} (${runtime_id ?? 'not started'})`
}

type Owned = {
  game_id: number | null
  challenge_id: number | null
  challenge_title: string | null
  team_name: string | null
}

const owner = ({
  game_id: game,
  challenge_id: id,
  challenge_title: title,
  team_name: team,
}: Owned): string =>
  game === null || title === null
    ? ''
    : ` of challenge ${title} (${id}) in game ${game} for ${team === null ? 'a deleted team' : `team ${team}`}`

export const describeInstance = (row: Owned & Parameters<typeof logId>[0]): string =>
  `Instance ${logId(row)}${owner(row)}`

export const describeWithoutId = (row: Owned & Parameters<typeof logId>[0]): string =>
  owner(row) === '' ? describeInstance(row) : `Instance${owner(row)}`

const lines = 500
const mostCharacters = 262_144

export const lastLines = async (
  containers: Pick<Containers, 'log'>,
  { runtime_id }: { runtime_id: string | null },
): Promise<string> => {
  if (runtime_id === null) return ''
  try {
    return ((await containers.log(runtime_id, lines)) ?? '').slice(-mostCharacters).toWellFormed()
  } catch {
    throw new Problem('instance.unavailable')
  }
}
