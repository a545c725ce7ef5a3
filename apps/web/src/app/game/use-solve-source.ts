import type { DetailedGameInfo } from '@pennant/contract/game'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/context.ts'
import { detailsQuery } from '../../features/challenge/queries.ts'
import type { SolveSource } from '../../features/live/solve-source.ts'
import { noticesQuery } from '../../features/notice/queries.ts'
import type { GameStore } from '../../live/game-store.ts'
import { solveInNotice } from '../../live/live-solve.ts'
import { ownSolvesIn } from '../../live/own-solves.ts'

/** What the page knows of solves; asks for nothing. */
export const useSolveSource = ({ id, teamName }: DetailedGameInfo, store: GameStore): SolveSource => {
  const api = useApi()
  const { data: notices = [] } = useQuery({ ...noticesQuery(api, id), enabled: false })
  const { data: details } = useQuery({ ...detailsQuery(api, id, false), enabled: false })
  const bloods = notices.flatMap((notice) => solveInNotice(notice, teamName) ?? [])
  return { game: id, store, team: details?.rank.id ?? null, known: [...bloods, ...ownSolvesIn(details)] }
}
