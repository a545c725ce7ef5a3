import {
  challengeCategories,
  challengeTypes,
  fileTypes,
  gamePermissions,
  networkModes,
} from '@pennant/contract/enums'
import { limits } from '@pennant/contract/limit'
import { isLink } from '@pennant/rules/attachment/link'
import { compatibleTeamText } from '@pennant/rules/team/team-token'
import { between, epoch, integerOr, listIn, momentOr, noteBeyond, textOr } from './fallback.ts'
import { useFile, type Known, type KnownFile } from './known.ts'
import { deadlineOf } from './moment.ts'
import type { Notes } from './notes.ts'
import { filled, hashOf, integerOf, isSet, nameOf, textOf, type Row } from './row.ts'

const usualBonus = 52_459_530
const mostBonus = 2_147_483_647

export type GameSecrets = { private_key: string; hash_salt: string }

const bonusOf = (row: Row, notes: Notes): number => {
  const packed = integerOf(row, 'BloodBonus')
  if (packed !== null && packed >= 0 && packed <= mostBonus) return packed
  notes.changed(
    'BloodBonus',
    'A part is above 1,000, which means the usual bonus',
    `${packed} to ${usualBonus}`,
  )
  return usualBonus
}

export const mapGame = (row: Row, known: Known, notes: Notes, secrets: GameSecrets) => {
  const id = integerOf(row, 'Id')
  if (id === null || known.games.has(id)) {
    notes.lost(
      'row',
      id === null ? 'It has no key' : 'Another row has the same key',
      textOf(row, 'Title') ?? '',
    )
    return null
  }
  known.games.add(id)
  noteBeyond(row, { TeamMemberCountLimit: [0, mostBonus], ContainerCountLimit: [0, mostBonus] }, notes)
  const start = momentOr(row, 'StartTimeUtc', epoch, notes)
  const end = momentOr(row, 'EndTimeUtc', start, notes)
  return {
    id,
    title: textOr(row, 'Title', `Game ${id}`, notes, limits.gameTitle),
    summary: textOr(row, 'Summary', '', notes, limits.gameSummary),
    content: textOr(row, 'Content', '', notes, limits.gameContent),
    hidden: isSet(row, 'Hidden'),
    practice_mode: isSet(row, 'PracticeMode'),
    accept_without_review: isSet(row, 'AcceptWithoutReview'),
    invite_code: filled(textOf(row, 'InviteCode')),
    team_member_count_limit: integerOr(row, 'TeamMemberCountLimit', 0, notes),
    container_count_limit: integerOr(row, 'ContainerCountLimit', 3, notes),
    poster_hash: useFile(known, hashOf(row, 'PosterHash'), notes, 'PosterHash')?.hash ?? null,
    start_at: start,
    end_at: end,
    writeup_required: isSet(row, 'WriteupRequired'),
    writeup_deadline: momentOr(row, 'WriteupDeadline', end, notes),
    writeup_note: textOr(row, 'WriteupNote', '', notes),
    blood_bonus: bonusOf(row, notes),
    public_key: textOr(row, 'PublicKey', '', notes),
    ...secrets,
    signed_team_text: compatibleTeamText,
  }
}

export const mapDivision = (row: Row, { games, divisions }: Known, notes: Notes) => {
  const [id, game] = [integerOf(row, 'Id'), integerOf(row, 'GameId') ?? 0]
  if (id === null || divisions.has(id) || !games.has(game)) {
    const why = games.has(game) ? 'Another row has the same key' : 'The game is not there'
    notes.lost('row', id === null ? 'It has no key' : why, textOf(row, 'Name') ?? '')
    return null
  }
  divisions.set(id, game)
  return {
    ...{ id, game_id: game },
    name: textOr(row, 'Name', `Division ${id}`, notes),
    invite_code: filled(textOf(row, 'InviteCode')),
    default_permissions: integerOr(row, 'DefaultPermissions', gamePermissions.All, notes),
  }
}

/** One that isn't known must not open a way out. */
const networkOf = (row: Row, notes: Notes) => {
  const mode = nameOf(networkModes, integerOf(row, 'NetworkMode'))
  if (mode !== null || (row['NetworkMode'] ?? null) === null) return mode ?? 'Open'
  notes.changed('NetworkMode', 'The number has no name', `${String(row['NetworkMode'])} to Isolated`)
  return 'Isolated'
}

const hintsOf = (row: Row, notes: Notes): string[] | null => {
  const [given, hints] = [textOf(row, 'Hints'), listIn(row, 'Hints', notes)]
  if (filled(given) !== null && hints === null) notes.lost('Hints', 'They are no list', given ?? '')
  if (hints !== null && (hints.length > limits.hints || hints.some((one) => one.length > limits.hint)))
    notes.kept('Hints', `Here, up to ${limits.hints} of up to ${limits.hint} characters can be set`)
  return hints
}

export const mapChallenge = (row: Row, { games, challenges }: Known, notes: Notes) => {
  const [id, game, title] = [integerOf(row, 'Id'), integerOf(row, 'GameId') ?? 0, textOf(row, 'Title') ?? '']
  const type = nameOf(challengeTypes, integerOf(row, 'Type'))
  if (id === null || challenges.has(id) || !games.has(game) || type === null) {
    const why = games.has(game) ? 'Another row has the same key' : 'The game is not there'
    notes.lost(
      'row',
      id === null ? 'It has no key' : type === null ? 'The number of its type has no name' : why,
      title,
    )
    return null
  }
  challenges.set(id, { gameId: game, type, title })
  const category = nameOf(challengeCategories, integerOf(row, 'Category'))
  if (category === null)
    notes.changed('Category', 'The number has no name', `${String(row['Category'])} to Misc`)
  noteBeyond(row, ofAll, notes)
  if (type.endsWith('Container')) noteBeyond(row, ofContainers, notes)
  return {
    ...{ id, game_id: game, type },
    title: textOr(row, 'Title', `Challenge ${id}`, notes, limits.challengeTitle),
    content: textOr(row, 'Content', '', notes, limits.challengeContent),
    category: category ?? 'Misc',
    hints: hintsOf(row, notes),
    is_enabled: isSet(row, 'IsEnabled'),
    flag_template: filled(textOf(row, 'FlagTemplate')),
    file_name: textOf(row, 'FileName'),
    container_image: textOf(row, 'ContainerImage'),
    memory_limit: integerOf(row, 'MemoryLimit'),
    cpu_count: integerOf(row, 'CPUCount'),
    storage_limit: integerOf(row, 'StorageLimit'),
    expose_port: integerOf(row, 'ExposePort'),
    network_mode: networkOf(row, notes),
    enable_traffic_capture: isSet(row, 'EnableTrafficCapture'),
    disable_blood_bonus: isSet(row, 'DisableBloodBonus'),
    deadline_at: deadlineOf(row, 'DeadlineUtc', epoch),
    submission_limit: between(row, 'SubmissionLimit', { least: 0, most: mostBonus, other: 0 }, notes),
    original_score: between(row, 'OriginalScore', { least: 0, most: mostBonus, other: 1000 }, notes),
    min_score_rate: between(row, 'MinScoreRate', { least: 0, most: 1, other: 0.25 }, notes),
    difficulty: between(row, 'Difficulty', { least: 0.000_001, most: 1e9, other: 5 }, notes),
  }
}

export const mapDivisionChallenge = (row: Row, { divisions, challenges }: Known, notes: Notes) => {
  const [division, challenge] = [integerOf(row, 'DivisionId') ?? 0, integerOf(row, 'ChallengeId') ?? 0]
  const game = divisions.get(division)
  if (game === undefined || challenges.get(challenge)?.gameId !== game) {
    notes.lost('row', 'The division or the challenge is not there, or they are of two games')
    return null
  }
  return {
    ...{ game_id: game, division_id: division, challenge_id: challenge },
    permissions: integerOr(row, 'Permissions', gamePermissions.All, notes),
  }
}

const ofAll = {
  SubmissionLimit: [0, 10_000],
  OriginalScore: [0, limits.challengeScore],
  Difficulty: [0, limits.challengeScore],
} as const
const ofContainers = {
  MemoryLimit: [32, 1_048_576],
  CPUCount: [1, 1024],
  StorageLimit: [0, 1_048_576],
  ExposePort: [1, 65_535],
} as const

const hasListedFlags = {
  StaticAttachment: true,
  StaticContainer: true,
  DynamicAttachment: true,
  DynamicContainer: false,
}

/** The query adds `IsGiven`: whether a team has it. Flags that were generated for a team are with its instance. */
export const mapFlag = (row: Row, { challenges, flags }: Known, notes: Notes) => {
  const [id, challenge] = [integerOf(row, 'Id'), integerOf(row, 'ChallengeId') ?? 0]
  const [type, flag] = [challenges.get(challenge)?.type, textOf(row, 'Flag')]
  if (id === null || type === undefined || flag === null || flags.has(id)) {
    const why =
      type === undefined
        ? 'The challenge is not there'
        : flag === null
          ? 'It is empty'
          : 'Another row has the same key'
    notes.lost('row', id === null ? 'It has no key' : why)
    return null
  }
  if (!hasListedFlags[type]) {
    if (isSet(row, 'IsGiven')) notes.changed('row', 'It was generated for a team, and is kept with it')
    else notes.lost('row', 'It was generated for a team that is deleted')
    return null
  }
  if (isSet(row, 'IsOccupied') && !isSet(row, 'IsGiven'))
    notes.changed('IsOccupied', 'The team that had it is deleted, and another one can get it')
  flags.set(id, challenge)
  return { id, challenge_id: challenge, flag }
}

const attached = (file: KnownFile) => ({
  ...{ type: 'Local' as const, file_hash: file.hash, file_name: file.name, file_size: file.size },
  remote_url: null,
})

/** The query adds the challenge or the flag that has it: `OfChallenge`, `OfFlag`. Parsing is left to the platform. */
export const mapAttachment = (
  row: Row,
  known: Known,
  notes: Notes,
  canParse: Parameters<typeof isLink>[1],
) => {
  const [id, flag] = [integerOf(row, 'Id'), integerOf(row, 'OfFlag')]
  const challenge = flag === null ? integerOf(row, 'OfChallenge') : (known.flags.get(flag) ?? null)
  const type = known.challenges.get(challenge ?? 0)?.type
  if (id === null || challenge === null || type === undefined) {
    notes.lost('row', id === null ? 'It has no key' : 'Nothing that is there has it')
    return null
  }
  if ((flag !== null) !== (type === 'DynamicAttachment')) {
    notes.lost(
      'row',
      'Challenges of this type have no such attachment',
      known.challenges.get(challenge)?.title,
    )
    return null
  }
  const of = { id, challenge_id: challenge, flag_id: flag }
  const kind = nameOf(fileTypes, integerOf(row, 'Type'))
  if (kind === 'Remote') {
    const url = filled((textOf(row, 'RemoteUrl') ?? '').trim())
    if (url !== null && !isLink(url, canParse)) {
      notes.lost('row', 'Its link is none that may be set here', url)
      return null
    }
    if (url !== null)
      return {
        ...of,
        type: 'Remote' as const,
        file_hash: null,
        file_name: null,
        file_size: null,
        remote_url: url,
      }
  } else if (kind === 'Local') {
    const file = known.files.get(integerOf(row, 'LocalFileId') ?? 0)
    const held = useFile(known, file?.hash ?? null, notes, 'LocalFileId')
    if (held !== null) return { ...of, ...attached(held) }
  }
  notes.lost('row', 'It has neither a file nor a link', known.challenges.get(challenge)?.title)
  return null
}
