import type { Language } from '@pennant/contract/enums'
import { cellTime, fileStamp, fileTitle } from '@pennant/contract/file'
import { Problem } from '@pennant/contract/problem'
import type { ChallengeInfo, ScoreboardItem } from '@pennant/contract/scoreboard'
import { seesPersonalData } from '@pennant/contract/scope'
import type { Core } from '../../core/core.ts'
import type { Caller } from '../../core/identity/caller.ts'
import { download, type Reply } from '../../http/reply.ts'
import type { Game } from '../../core/game/game.ts'
import { publicBoard } from '../../core/game/public-board.ts'
import type { SheetCell, SheetColumn } from '../../kit/xlsx/worksheet.ts'
import { xlsx } from '../../kit/xlsx/xlsx.ts'
import { createScoreboardSheetStore, type SheetMember } from './store-sheet.ts'

/** Of one moment: what is solved while it is read does not show. */
type SheetBoard = {
  game: Game
  items: readonly ScoreboardItem[]
  challenges: readonly ChallengeInfo[]
}

const teamsAtOnce = 200
const nothing = '-'
const between = ' / '

export const createScoreboardSheet = ({
  access,
  audit,
  translator,
  clock,
  db,
}: Pick<Core, 'access' | 'audit' | 'clock' | 'db' | 'translator'>) => {
  const store = createScoreboardSheetStore(db)

  async function* rows(
    { game, items, challenges }: SheetBoard,
    { blank, personal }: { blank: string; personal: boolean },
  ): AsyncGenerator<SheetCell[]> {
    const participationOf = new Map([...game.participations.values()].map(({ id, teamId }) => [teamId, id]))
    for (let first = 0; first < items.length; first += teamsAtOnce) {
      const some = items.slice(first, first + teamsAtOnce)
      const ids = some.flatMap((item) => participationOf.get(item.id) ?? [])
      const captains = new Map(
        (await store.captains(ids)).map(({ participation_id, name }) => [participation_id, name]),
      )
      const members = byParticipation(await store.members(ids))
      for (const item of some) {
        const id = participationOf.get(item.id) ?? 0
        yield [
          item.rank === 0 ? nothing : item.rank,
          item.name,
          ...divisionOf(game, item),
          captains.get(id) ?? blank,
          ...detailsOf(members.get(id) ?? [], blank, personal),
          item.solvedCount,
          cellTime(item.lastSubmissionTime),
          item.score,
          ...pointsOf(item, challenges),
          ...(hasAdjustments(items) ? [item.adjustment ?? 0] : []),
        ]
      }
    }
  }

  return {
    async make(gameId: number, caller: Caller, language: Language): Promise<Reply> {
      const { principal } = caller
      const game = await access.begun(gameId, principal)
      await audit.alone(caller, 'scoreboard.sheet', { game: gameId, id: gameId, name: game.settings.title })
      const now = clock.now()
      const watched = publicBoard(game, 'staff', now).board
      const isFrozen = publicBoard(game, 'everyone', now)?.frozenAt != null
      const board = { game, items: watched.items(), challenges: watched.challenges() }
      if (board.items.length === 0) throw new Problem('scoreboard.empty')
      const say: Say = (key) => translator.answer(language, `sheet.${key}`)
      return download({
        type: xlsx.type,
        attachment: `${fileTitle(game.settings.title)}-Scoreboard-${fileStamp(new Date(now))}${xlsx.extension}`,
        open: async () =>
          xlsx.write({
            sheetName: say(isFrozen ? 'live' : 'scoreboard'),
            columns: columnsOf(board, say),
            rows: rows(board, { blank: say('empty'), personal: seesPersonalData(principal) }),
          }),
      })
    },
  }
}

export type ScoreboardSheet = ReturnType<typeof createScoreboardSheet>

type Heading =
  | 'rank'
  | 'team'
  | 'division'
  | 'captain'
  | 'crew'
  | 'realName'
  | 'email'
  | 'studentNumber'
  | 'phone'
  | 'solved'
  | 'time'
  | 'score'
  | 'adjustment'
type Say = (key: Heading | 'scoreboard' | 'live' | 'empty') => string

const widths: Readonly<Partial<Record<Heading, number>>> = {
  team: 24,
  division: 18,
  captain: 18,
  crew: 32,
  realName: 32,
  email: 40,
  studentNumber: 24,
  phone: 24,
  time: 22,
}

const columnsOf = ({ game, items, challenges }: SheetBoard, say: Say): SheetColumn[] => {
  const column = (heading: Heading): SheetColumn => {
    const width = widths[heading]
    return { title: say(heading), ...(width === undefined ? {} : { width }) }
  }
  const headings: Heading[] = [
    ...(['rank', 'team'] as const),
    ...(hasDivisions(game) ? (['division'] as const) : []),
    ...(['captain', 'crew', 'realName', 'email', 'studentNumber', 'phone'] as const),
    ...(['solved', 'time', 'score'] as const),
  ]
  return [
    ...headings.map(column),
    ...challenges.map(({ title }) => ({ title })),
    ...(hasAdjustments(items) ? [column('adjustment')] : []),
  ]
}

const hasAdjustments = (items: readonly ScoreboardItem[]): boolean =>
  items.some(({ adjustment }) => adjustment !== undefined)

const hasDivisions = ({ divisions }: Game): boolean => divisions.size > 0

const divisionOf = (game: Game, { divisionId }: ScoreboardItem): string[] => {
  if (!hasDivisions(game)) return []
  return [(divisionId === null ? undefined : game.divisions.get(divisionId)?.name) ?? nothing]
}

// Personal columns stay for everyone: scripts count on the places of those that follow.
const detailsOf = (members: readonly SheetMember[], blank: string, personal: boolean): string[] => {
  const joined = (valueOf: (member: SheetMember) => string | null): string =>
    members
      .map((member) => valueOf(member)?.trim() ?? '')
      .map((value) => (value === '' ? blank : value))
      .join(between)
  const names = joined(({ name }) => name)
  if (!personal) return [names, '', '', '', '']
  return [
    names,
    joined(({ real_name }) => real_name),
    joined(({ email }) => email),
    joined(({ std_number }) => std_number),
    joined(({ phone }) => phone),
  ]
}

const pointsOf = (item: ScoreboardItem, challenges: readonly ChallengeInfo[]): number[] => {
  const points = new Map(item.solvedChallenges.map(({ id, score }) => [id, score]))
  return challenges.map(({ id }) => points.get(id) ?? 0)
}

const byParticipation = (members: readonly SheetMember[]): Map<number, SheetMember[]> => {
  const groups = new Map<number, SheetMember[]>()
  for (const member of members) {
    const group = groups.get(member.participation_id) ?? []
    groups.set(member.participation_id, group)
    group.push(member)
  }
  return groups
}
