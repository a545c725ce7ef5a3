import type { ParticipationStatus } from '@pennant/contract/enums'
import type { CheatInfo } from '@pennant/contract/submission'

export type Suspect = {
  /** The ID of the participation. */
  id: number
  teamId: number
  name: string
  avatar: string | null
  status: ParticipationStatus
  divisionId: number | null
  division: string | null
}

export type CheatCase = {
  /** Both participation IDs, the lower one first. */
  key: string
  teams: readonly [Suspect, Suspect]
  /** Newest first. */
  incidents: readonly CheatInfo[]
  challenges: readonly string[]
  last: number
}

const suspectIn = ({ id, team, status, division, divisionId }: CheatInfo['ownedTeam']): Suspect => ({
  id,
  teamId: team.id,
  name: team.name,
  avatar: team.avatar,
  status,
  division,
  divisionId,
})

export const casesIn = (incidents: readonly CheatInfo[]): CheatCase[] => {
  const pairs = new Map<string, CheatInfo[]>()
  for (const incident of incidents) {
    const key = keyOf(incident.ownedTeam.id, incident.submitTeam.id)
    const known = pairs.get(key)
    if (known === undefined) pairs.set(key, [incident])
    else known.push(incident)
  }
  return [...pairs]
    .flatMap(([key, found]): CheatCase[] => {
      const newest = found.toSorted((one, other) => other.submission.time - one.submission.time)
      const [latest] = newest
      if (latest === undefined) return []
      const [first, second] = [suspectIn(latest.ownedTeam), suspectIn(latest.submitTeam)]
      return [
        {
          key,
          teams: first.id <= second.id ? [first, second] : [second, first],
          incidents: newest,
          challenges: [...new Set(newest.map(({ submission }) => submission.challenge))],
          last: latest.submission.time,
        },
      ]
    })
    .toSorted((one, other) => other.last - one.last)
}

const keyOf = (one: number, other: number): string => `${Math.min(one, other)}-${Math.max(one, other)}`
