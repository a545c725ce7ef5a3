import { runsContainers } from '@pennant/rules/challenge/container'
import { freezeOfCopy } from '@pennant/rules/game/freeze-plan'
import type { ChallengeRow } from '../../ports/tables/challenge.ts'
import type { FileUse, PackedAttachment, PackedChallenge, PackedDivision, PackedGame } from './packed.ts'
import { partsOf, type StoredParts } from './parts.ts'
import type { Package } from './read-package.ts'
import type { Snapshot, StoredAttachment } from './store-export.ts'

export type CopyOptions = { title: string; start: number; end: number }

export const copyPackage = (
  snapshot: Snapshot,
  options: CopyOptions,
  newCode: () => string,
): Omit<Package, 'changes'> & { sizes: ReadonlyMap<string, { size: number }> } => {
  const { game, attachments } = snapshot
  const moved = movedBy(options.start - game.start_at.getTime())
  const parts = partsOf(snapshot)
  const codeFor = (code: string | null): string | null => (code === null ? null : newCode())
  const sizes = attachments.flatMap(({ file_hash: hash, file_size: size }) =>
    hash === null || size === null ? [] : [[hash, { size }] as const],
  )
  return {
    game: {
      settings: settingsOf(snapshot, options, { moved, codeFor }),
      posterHash: game.poster_hash,
      divisions: divisionsOf(snapshot, codeFor),
    },
    challenges: snapshot.challenges.map((row) => challengeOf(row, parts.of(row.id), moved)),
    uses: usesOf(snapshot),
    sizes: new Map(sizes),
  }
}

type Moved = <T extends Date | null>(at: T) => T | Date

const movedBy =
  (ms: number): Moved =>
  (at) =>
    at === null ? at : shifted(at, ms)

type Renewed = { moved: Moved; codeFor(code: string | null): string | null }

const settingsOf = (
  { game }: Snapshot,
  { title, start, end }: CopyOptions,
  { moved, codeFor }: Renewed,
): PackedGame['settings'] => ({
  title,
  summary: game.summary,
  content: game.content,
  hidden: true,
  practice_mode: game.practice_mode,
  accept_without_review: game.accept_without_review,
  invite_code: codeFor(game.invite_code),
  team_member_count_limit: game.team_member_count_limit,
  container_count_limit: game.container_count_limit,
  start_at: new Date(start),
  end_at: new Date(end),
  writeup_required: game.writeup_required,
  writeup_deadline: moved(game.writeup_deadline),
  writeup_note: game.writeup_note,
  blood_bonus: game.blood_bonus,
  signed_team_text: game.signed_team_text,
  freeze_at: dateOfCopy(game, { start, end }),
  freeze_hides_board: game.freeze_hides_board,
})

const dateOfCopy = (
  { start_at, end_at, freeze_at }: Snapshot['game'],
  span: Pick<CopyOptions, 'start' | 'end'>,
): Date | null => {
  const original = {
    start: start_at.getTime(),
    end: end_at.getTime(),
    freezeAt: freeze_at?.getTime() ?? null,
  }
  const at = freezeOfCopy(original, span)
  return at === null ? null : new Date(at)
}

const divisionsOf = ({ divisions, permissions }: Snapshot, codeFor: Renewed['codeFor']): PackedDivision[] =>
  divisions.map((division) => ({
    name: division.name,
    inviteCode: codeFor(division.invite_code),
    defaultPermissions: division.default_permissions,
    configs: new Map(
      permissions.flatMap((one) =>
        one.division_id === division.id ? [[one.challenge_id, one.permissions] as const] : [],
      ),
    ),
  }))

const challengeOf = (
  row: ChallengeRow,
  { attachment, flags }: StoredParts,
  moved: Moved,
): PackedChallenge => ({
  entry: row.title,
  id: row.id,
  values: {
    title: row.title,
    content: row.content,
    category: row.category,
    type: row.type,
    hints: row.hints,
    is_enabled: row.is_enabled,
    flag_template: row.flag_template,
    file_name: row.file_name,
    container_image: row.container_image,
    memory_limit: row.memory_limit,
    cpu_count: row.cpu_count,
    storage_limit: row.storage_limit,
    expose_port: row.expose_port,
    network_mode: row.network_mode,
    enable_traffic_capture: row.enable_traffic_capture && runsContainers(row.type),
    allow_user_change: row.allow_user_change,
    check_by_connecting: row.check_by_connecting,
    disable_blood_bonus: row.disable_blood_bonus,
    deadline_at: moved(row.deadline_at),
    submission_limit: row.submission_limit,
    original_score: row.original_score,
    min_score_rate: row.min_score_rate,
    difficulty: row.difficulty,
    position: row.position,
    enable_at: moved(row.enable_at),
    level: row.level,
    tags: row.tags,
    authors: row.authors,
  },
  attachment: attachmentOf(attachment),
  flags: flags.map((one) => ({ flag: one.flag, attachment: attachmentOf(one.attachment) })),
})

const attachmentOf = (row: StoredAttachment | undefined): PackedAttachment | null => {
  if (row === undefined) return null
  if (row.file_hash !== null)
    return { type: 'Local', hash: row.file_hash, name: row.file_name ?? row.file_hash }
  return row.remote_url === null ? null : { type: 'Remote', url: row.remote_url, name: row.file_name }
}

const usesOf = ({ game, challenges, attachments }: Snapshot): FileUse[] => {
  const titles = new Map(challenges.map(({ id, title }) => [id, title]))
  const poster = game.poster_hash
  return [
    ...(poster === null ? [] : [{ hash: poster, name: '', field: game.title }]),
    ...attachments.flatMap(({ file_hash: hash, challenge_id: of }) =>
      hash === null ? [] : [{ hash, name: '', field: titles.get(of) ?? game.title }],
    ),
  ]
}

// Years 1 to 9999.
const [first, last] = [-62_135_596_800_000, 253_402_300_799_999]

const shifted = (at: Date, ms: number): Date => new Date(Math.min(last, Math.max(first, at.getTime() + ms)))
