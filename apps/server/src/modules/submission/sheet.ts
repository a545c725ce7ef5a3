import type { AnswerResult, Language } from '@pennant/contract/enums'
import { cellTime, fileStamp, fileTitle } from '@pennant/contract/file'
import { seesPersonalData } from '@pennant/contract/scope'
import type { Core } from '../../core/core.ts'
import type { Caller } from '../../core/identity/caller.ts'
import { download, type Reply } from '../../http/reply.ts'
import type { Game } from '../../core/game/game.ts'
import type { SheetCell } from '../../kit/xlsx/worksheet.ts'
import { xlsx } from '../../kit/xlsx/xlsx.ts'
import { inPortions } from './portions.ts'
import { createSubmissionSheetStore, type SheetSubmission } from './store-sheet.ts'

export const createSubmissionSheet = ({
  access,
  audit,
  translator,
  clock,
  db,
}: Pick<Core, 'access' | 'audit' | 'clock' | 'db' | 'translator'>) => {
  const store = createSubmissionSheetStore(db)

  /** Only those that exist when it begins. */
  async function* submissions(gameId: number, newest: number): AsyncGenerator<SheetSubmission> {
    const portions = inPortions<SheetSubmission>((after, count) =>
      store.page(gameId, { newest, after, count }),
    )
    for await (const portion of portions) yield* portion
  }

  async function* rows(
    game: Game,
    newest: number,
    { statusLabels, personal }: { statusLabels: StatusLabels; personal: boolean },
  ): AsyncGenerator<SheetCell[]> {
    for await (const row of submissions(game.id, newest))
      yield [
        statusLabels[row.status],
        cellTime(row.time.getTime()),
        game.participations.get(row.participation_id)?.teamName ?? '',
        row.user_name ?? '',
        game.challenges.get(row.challenge_id)?.title ?? '',
        row.answer,
        // The column stays for everyone: scripts count on its place.
        (personal ? row.email : null) ?? '',
      ]
  }

  return {
    async make(gameId: number, caller: Caller, language: Language): Promise<Reply> {
      const { principal } = caller
      const game = await access.begun(gameId, principal)
      await audit.alone(caller, 'submission.sheet', { game: gameId, id: gameId, name: game.settings.title })
      const newest = await store.newest(gameId)
      const say: Say = (key) => translator.answer(language, `sheet.${key}`)
      const stamp = fileStamp(new Date(clock.now())).replaceAll(/\D/g, '')
      return download({
        type: xlsx.type,
        attachment: `${fileTitle(game.settings.title)}_Submissions_${stamp}${xlsx.extension}`,
        open: async () =>
          xlsx.write({
            sheetName: say('submissions'),
            columns: headings.map(({ key, width }) => ({ title: say(key), width })),
            rows: rows(game, newest, {
              statusLabels: statusLabelsOf(say),
              personal: seesPersonalData(principal),
            }),
          }),
      })
    },
  }
}

type StatusLabels = Record<AnswerResult, string>

const statusLabelsOf = (say: Say): StatusLabels => ({
  NotFound: say('unknownInstance'),
  FlagSubmitted: say('received'),
  Accepted: say('accepted'),
  WrongAnswer: say('wrong'),
  CheatDetected: say('cheat'),
})

const headings = [
  { key: 'status', width: 20 },
  { key: 'time', width: 22 },
  { key: 'team', width: 24 },
  { key: 'user', width: 18 },
  { key: 'challenge', width: 28 },
  { key: 'submission', width: 50 },
  { key: 'email', width: 32 },
] as const

type StatusKey = 'unknownInstance' | 'received' | 'accepted' | 'wrong' | 'cheat'
type Say = (key: (typeof headings)[number]['key'] | StatusKey | 'submissions') => string
