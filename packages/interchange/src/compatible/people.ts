import { roles } from '@pennant/contract/enums'
import { limits } from '@pennant/contract/limit'
import { addressOfNobody, identityKey, isOfNobody } from '@pennant/rules/account/identity'
import { nameFault } from '@pennant/rules/account/name'
import { epoch, listIn, momentOr, textOr } from './fallback.ts'
import { useFile, type Known } from './known.ts'
import { madeAt, momentOf } from './moment.ts'
import type { Notes } from './notes.ts'
import { filled, hashOf, idOf, integerOf, isSet, nameOf, textOf, type Row } from './row.ts'

const endOf = (id: string): string => id.slice(-8)

/** Of two that are one here, the one that comes first keeps it: rows are in the order of whom it belongs to. */
const freeName = (row: Row, id: string, { userNames }: Known, notes: Notes): string => {
  const given = filled(textOf(row, 'UserName'))
  const taken = given !== null && userNames.has(identityKey(given))
  let name = given ?? `user${endOf(id)}`
  for (let next = 2; userNames.has(identityKey(name)); next += 1) {
    const end = `-${next}`
    name = `${(given ?? 'user').slice(0, limits.userName.max - end.length).toWellFormed()}${end}`
  }
  if (given === null) notes.changed('UserName', 'There is none', `to "${name}"`)
  else if (taken)
    notes.changed('UserName', 'Another user has a name that is the same here', `"${given}" to "${name}"`)
  else if (nameFault(name) !== null || name.length < limits.userName.min)
    notes.kept('UserName', 'Nobody could choose it here', `"${name}"`)
  userNames.add(identityKey(name))
  return name
}

const freeEmail = (row: Row, id: string, { emails }: Known, notes: Notes): string => {
  const given = filled(textOf(row, 'Email'))
  // An address like those made here could be that of another user.
  if (given !== null && !isOfNobody(given) && !emails.has(identityKey(given))) {
    emails.add(identityKey(given))
    return given
  }
  const email = addressOfNobody(id)
  const isTaken = given !== null && emails.has(identityKey(given))
  const why =
    given === null ? 'There is none' : isTaken ? 'Another user has the same address' : 'It leads nowhere'
  notes.changed('Email', why, `"${given ?? ''}" to "${email}"`)
  return email
}

export const mapUser = (row: Row, known: Known, notes: Notes) => {
  const id = idOf(row, 'Id')
  if (id === null || known.users.has(id)) {
    notes.lost(
      'row',
      id === null ? 'It has no key' : 'Another row has the same key',
      textOf(row, 'UserName') ?? '',
    )
    return null
  }
  const role = nameOf(roles, integerOf(row, 'Role'))
  if (role === null) notes.changed('Role', 'The number has no name', `${String(row['Role'])} to User`)
  // From the query: the time of a lock stays in the row when it's over.
  if (isSet(row, 'IsLockedOut')) notes.lost('LockoutEnd', 'Wrong passwords are counted anew')
  const registered = momentOf(row, 'RegisterTimeUtc')
  const made = registered === null ? madeAt(id) : null
  if (made !== null) notes.changed('RegisterTimeUtc', 'Taken from the key, which tells when it was made')
  const registeredAt = registered ?? made ?? momentOf(row, 'LastVisitedUtc') ?? epoch
  known.users.set(id, { registeredAt })
  const [name, email] = [freeName(row, id, known, notes), freeEmail(row, id, known, notes)]
  return {
    id,
    name,
    name_key: identityKey(name),
    email,
    email_key: identityKey(email),
    email_confirmed: isSet(row, 'EmailConfirmed'),
    password_hash: filled(textOf(row, 'PasswordHash')),
    role: role ?? 'User',
    bio: textOr(row, 'Bio', '', notes),
    phone: filled(textOf(row, 'PhoneNumber')),
    real_name: textOr(row, 'RealName', '', notes),
    std_number: textOr(row, 'StdNumber', '', notes),
    avatar_hash: useFile(known, hashOf(row, 'AvatarHash'), notes, 'AvatarHash')?.hash ?? null,
    registered_at: registeredAt,
    signed_in_at: momentOf(row, 'LastSignedInUtc'),
    visited_at: momentOf(row, 'LastVisitedUtc'),
    ip: textOr(row, 'IP', '0.0.0.0', notes),
  }
}

const token = /^[0-9a-f]{32}$/

/** `newToken`: for a team without one. */
export const mapTeam = (row: Row, known: Known, notes: Notes, newToken: () => string) => {
  const [id, name] = [integerOf(row, 'Id'), textOf(row, 'Name')]
  const captain = idOf(row, 'CaptainId') ?? ''
  // The oldest member, from the query.
  const heir = idOf(row, 'FirstMember') ?? ''
  const leads = known.users.has(captain) ? captain : known.users.has(heir) ? heir : null
  if (id === null || known.teams.has(id) || leads === null) {
    const why = leads === null ? 'It has no captain and no members' : 'Another row has the same key'
    notes.lost('row', id === null ? 'It has no key' : why, name ?? '')
    return null
  }
  if (leads !== captain)
    notes.changed('CaptainId', 'The captain is not a user; the oldest member is the captain now')
  const invite = textOf(row, 'InviteToken') ?? ''
  if (!token.test(invite)) notes.changed('InviteToken', 'It is not one; a new one was made')
  known.teams.set(id, { captain: leads })
  return {
    id,
    name: textOr(row, 'Name', `Team ${id}`, notes, limits.teamName),
    bio: textOf(row, 'Bio'),
    avatar_hash: useFile(known, hashOf(row, 'AvatarHash'), notes, 'AvatarHash')?.hash ?? null,
    locked: isSet(row, 'Locked'),
    invite_token: token.test(invite) ? invite : newToken(),
    captain_id: leads,
  }
}

export const mapMember = (row: Row, { users, teams }: Known, notes: Notes) => {
  const [team, user] = [integerOf(row, 'TeamsId') ?? 0, idOf(row, 'MembersId') ?? '']
  const known = users.get(user)
  if (known === undefined || !teams.has(team)) {
    notes.lost('row', known === undefined ? 'The user is not there' : 'The team is not there')
    return null
  }
  return { team_id: team, user_id: user, joined_at: known.registeredAt }
}

/** Of teams whose captain isn't among the members. */
export const captainOf = ({ users }: Known, team: number, captain: string) => ({
  ...{ team_id: team, user_id: captain },
  joined_at: users.get(captain)?.registeredAt ?? epoch,
})

export const mapPost = (row: Row, { users }: Known, notes: Notes) => {
  const id = filled(textOf(row, 'Id'))
  if (id === null) {
    notes.lost('row', 'It has no key', textOf(row, 'Title') ?? '')
    return null
  }
  const author = idOf(row, 'AuthorId')
  if (author !== null && !users.has(author)) notes.lost('AuthorId', 'The user is not there')
  const [given, tags] = [textOf(row, 'Tags'), listIn(row, 'Tags', notes)]
  if (filled(given) !== null && tags === null) notes.lost('Tags', 'They are no list', given ?? '')
  const at = momentOr(row, 'UpdateTimeUtc', epoch, notes)
  return {
    id,
    title: textOr(row, 'Title', '', notes, limits.postTitle),
    summary: textOr(row, 'Summary', '', notes, limits.postSummary),
    content: textOr(row, 'Content', '', notes, limits.postContent),
    tags,
    is_pinned: isSet(row, 'IsPinned'),
    author_id: author !== null && users.has(author) ? author : null,
    updated_at: at,
    revised_at: at,
  }
}
