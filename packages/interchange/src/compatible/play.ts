import {
  answerResults,
  type EventType,
  eventTypes,
  noticeTypes,
  participationStatuses,
} from '@pennant/contract/enums'
import { listIn, textOr } from './fallback.ts'
import { useFile, type Known } from './known.ts'
import { momentOf } from './moment.ts'
import type { Notes } from './notes.ts'
import { idOf, integerOf, isSet, nameOf, textOf, type Row } from './row.ts'

export const mapParticipation = (row: Row, known: Known, notes: Notes) => {
  const [id, game, team] = [
    integerOf(row, 'Id'),
    integerOf(row, 'GameId') ?? 0,
    integerOf(row, 'TeamId') ?? 0,
  ]
  const isThere = known.games.has(game) && known.teams.has(team)
  const isDouble = known.participations.has(id ?? 0) || known.playing.has(`${game} ${team}`)
  if (id === null || !isThere || isDouble) {
    const why = isThere ? 'The team is in the game twice' : 'The game or the team is not there'
    notes.lost('row', id === null ? 'It has no key' : why)
    return null
  }
  const given = nameOf(participationStatuses, integerOf(row, 'Status'))
  if (given === null) notes.changed('Status', 'The number has no name', `${String(row['Status'])} to Pending`)
  const status = given ?? 'Pending'
  known.participations.set(id, { gameId: game, teamId: team, status })
  known.playing.add(`${game} ${team}`)
  const division = integerOf(row, 'DivisionId')
  const hasDivision = division !== null && known.divisions.get(division) === game
  if (division !== null && !hasDivision) notes.lost('DivisionId', 'The division is not one of the game')
  const writeupId = integerOf(row, 'WriteupId')
  const written = writeupId === null ? undefined : known.files.get(writeupId)
  if (writeupId !== null && written === undefined) notes.lost('WriteupId', 'Its file is not in the storage')
  const writeup = useFile(known, written?.hash ?? null, notes, 'WriteupId')
  return {
    ...{ id, game_id: game, team_id: team, status },
    division_id: hasDivision ? division : null,
    token: textOr(row, 'Token', '', notes),
    writeup_hash: writeup?.hash ?? null,
    writeup_name: writeup?.name ?? null,
    writeup_at: writeup?.uploadedAt ?? null,
  }
}

// It says again what the participation says.
const noteOtherTeam = (row: Row, column: string, is: number | undefined, notes: Notes): void => {
  const said = integerOf(row, column)
  if (said !== null && said !== is)
    notes.changed(column, 'Taken from the participation', `${said} to ${String(is)}`)
}

export const mapPlayer = (row: Row, { participations, users }: Known, notes: Notes) => {
  const [id, user] = [integerOf(row, 'ParticipationId') ?? 0, idOf(row, 'UserId') ?? '']
  const [participation, known] = [participations.get(id), users.get(user)]
  if (
    participation === undefined ||
    known === undefined ||
    integerOf(row, 'GameId') !== participation.gameId
  ) {
    notes.lost('row', 'The user or the team is not in the game')
    return null
  }
  noteOtherTeam(row, 'TeamId', participation.teamId, notes)
  const joined_at = known.registeredAt
  return { game_id: participation.gameId, user_id: user, participation_id: id, joined_at }
}

/** Where a row of a team and a challenge belongs. Null if they are not there, or of two games. */
const placeOf = (row: Row, { participations, challenges }: Known) => {
  const [participation, challenge] = [
    integerOf(row, 'ParticipationId') ?? 0,
    integerOf(row, 'ChallengeId') ?? 0,
  ]
  const game = participations.get(participation)?.gameId
  const known = challenges.get(challenge)
  if (game === undefined || known?.gameId !== game) return null
  return { game_id: game, participation_id: participation, challenge_id: challenge }
}
const noPlace = 'The team or the challenge is not there, or they are of two games'

/** The query adds `Flag`, the text of its flag. */
export const mapInstance = (row: Row, known: Known, notes: Notes) => {
  const place = placeOf(row, known)
  if (place === null) {
    notes.lost('row', noPlace)
    return null
  }
  const type = known.challenges.get(place.challenge_id)?.type
  const [flagId, flag] = [integerOf(row, 'FlagId'), textOf(row, 'Flag')]
  const isOwn = type === 'DynamicAttachment' || type === 'DynamicContainer'
  const isListed =
    flagId !== null && known.flags.get(flagId) === place.challenge_id && !known.givenFlags.has(flagId)
  const has = flag !== null && isOwn && (type === 'DynamicContainer' || isListed)
  if (flagId !== null && !has)
    notes.lost('FlagId', 'The flag is not there, or not its own. The team gets another one')
  if (has && type === 'DynamicAttachment' && flagId !== null) known.givenFlags.add(flagId)
  if (textOf(row, 'ContainerId') !== null) notes.lost('ContainerId', 'Running instances stay behind')
  return {
    ...place,
    flag: has ? flag : null,
    flag_id: has && type === 'DynamicAttachment' ? flagId : null,
    container_changed_at: momentOf(row, 'LastContainerOperation'),
  }
}

/** Of submissions whose instance is missing. */
export const mapMissingInstance = (row: Row, known: Known, notes: Notes) => {
  const place = placeOf(row, known)
  if (place !== null) notes.changed('instance', 'It was missing, and submissions need it')
  return place === null ? null : { ...place, flag: null, flag_id: null, container_changed_at: null }
}

export const mapSubmission = (row: Row, known: Known, notes: Notes) => {
  const [id, place, time] = [integerOf(row, 'Id'), placeOf(row, known), momentOf(row, 'SubmitTimeUtc')]
  const status = nameOf(
    answerResults,
    answerResults[textOf(row, 'Status') as keyof typeof answerResults] ?? null,
  )
  if (
    id === null ||
    place === null ||
    time === null ||
    status === null ||
    integerOf(row, 'GameId') !== place.game_id
  ) {
    const why =
      time === null ? 'It has no time' : status === null ? 'Its verdict has no meaning here' : noPlace
    notes.lost('row', id === null ? 'It has no key' : why)
    return null
  }
  const user = idOf(row, 'UserId')
  if (user !== null && !known.users.has(user)) notes.lost('UserId', 'The user is not there')
  noteOtherTeam(row, 'TeamId', known.participations.get(place.participation_id)?.teamId, notes)
  if (status === 'FlagSubmitted')
    notes.kept(
      'Status',
      'It was never judged. The other platform judges it at its next start, and nobody here',
    )
  return {
    id,
    ...place,
    user_id: user !== null && known.users.has(user) ? user : null,
    answer: textOr(row, 'Answer', '', notes),
    ...{ status, time },
  }
}

// Keys of challenges with more digits may be taken for others, which only makes an event be told twice.
const toldKey = (team: number, challenge: number): number => team * 2 ** 22 + challenge

/** So that events without a submission are known. */
export const countTold = (
  { told, participations }: Known,
  { participation_id: id, challenge_id: challenge }: { participation_id: number; challenge_id: number },
): void => {
  const key = toldKey(participations.get(id)?.teamId ?? 0, challenge)
  told.set(key, (told.get(key) ?? 0) + 1)
}

const silent: Notes = { changed: () => undefined, lost: () => undefined, kept: () => undefined }

/** The query adds the columns of the submission, as `Submission`. */
const submissionOf = (row: Row, known: Known) => {
  const submission = row['Submission']
  // The query made it.
  return submission === null || typeof submission !== 'object'
    ? null
    : mapSubmission(submission as Row, known, silent)
}

export const mapFirstSolve = (row: Row, known: Known, notes: Notes) => {
  const [place, submission] = [placeOf(row, known), submissionOf(row, known)]
  const isIts =
    place !== null &&
    submission?.participation_id === place.participation_id &&
    submission.challenge_id === place.challenge_id
  if (!isIts || submission === null) {
    notes.lost('row', 'Its submission is not there, or of another team or challenge')
    return null
  }
  known.firstSolves.add(submission.id)
  return { ...place, submission_id: submission.id }
}

export const mapCheat = (row: Row, known: Known, notes: Notes) => {
  const [submission, owner] = [submissionOf(row, known), integerOf(row, 'SourceTeamId') ?? 0]
  if (submission === null || known.participations.get(owner)?.gameId !== submission.game_id) {
    notes.lost('row', 'Its submission or the owner of the flag is not there')
    return null
  }
  noteOtherTeam(row, 'SubmitTeamId', submission.participation_id, notes)
  return { submission_id: submission.id, game_id: submission.game_id, owner_id: owner }
}

const sent = 'It is told from its submission'

// Here, what was submitted is told from the submissions. Those without one, such as of deleted challenges, are left as events alone.
const isTold = (row: Row, type: EventType, values: readonly string[], { told }: Known): boolean => {
  if (type !== 'FlagSubmit') return type === 'CheatDetected' && isSet(row, 'HasCheat')
  const key = toldKey(integerOf(row, 'TeamId') ?? 0, Number(values[3]))
  const left = told.get(key) ?? 0
  if (left > 0) told.set(key, left - 1)
  return left > 0
}

/** The query adds `HasCheat`: whether a copied flag of that team and user is known from just before. */
export const mapEvent = (row: Row, known: Known, notes: Notes) => {
  const { games, users, teams } = known
  const [id, game] = [integerOf(row, 'Id'), integerOf(row, 'GameId') ?? 0]
  const [type, values, time] = [
    nameOf(eventTypes, integerOf(row, 'Type')),
    listIn(row, 'Values', notes),
    momentOf(row, 'PublishTimeUtc'),
  ]
  if (id === null || !games.has(game) || type === null || values === null || time === null) {
    notes.lost('row', games.has(game) ? 'It has no key, type, values, or time' : 'The game is not there')
    return null
  }
  if (isTold(row, type, values, known)) {
    notes.changed('row', sent)
    return null
  }
  const [user, team] = [idOf(row, 'UserId'), integerOf(row, 'TeamId')]
  if (user !== null && !users.has(user)) notes.lost('UserId', 'The user is not there')
  if (team !== null && !teams.has(team)) notes.lost('TeamId', 'The team is not there')
  return {
    ...{ id, game_id: game, type, values, time },
    user_id: user !== null && users.has(user) ? user : null,
    team_id: team !== null && teams.has(team) ? team : null,
  }
}

export const mapNotice = (row: Row, { games }: Known, notes: Notes) => {
  const [id, game] = [integerOf(row, 'Id'), integerOf(row, 'GameId') ?? 0]
  const [type, values, time] = [
    nameOf(noticeTypes, integerOf(row, 'Type')),
    listIn(row, 'Values', notes),
    momentOf(row, 'PublishTimeUtc'),
  ]
  if (id === null || !games.has(game) || type === null || values === null || time === null) {
    notes.lost('row', games.has(game) ? 'It has no key, type, values, or time' : 'The game is not there')
    return null
  }
  return { id, game_id: game, type, values, time }
}
