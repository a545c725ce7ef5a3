import { gamePermissions } from '@pennant/contract/enums'
import { unpackBloodBonus } from '@pennant/rules/scoring/blood-bonus'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  mapAttachment as mapAnyAttachment,
  mapChallenge,
  mapDivision,
  mapFlag,
  mapGame,
} from './competition.ts'
import { type Known, nothingKnown } from './known.ts'
import { createTally, type Tally } from './notes.ts'
import { mapTeam, mapUser } from './people.ts'
import { countTold, mapEvent, mapInstance, mapNotice, mapParticipation, mapSubmission } from './play.ts'
import type { Row } from './row.ts'

const [alice, bob] = ['01a20528-84ce-70c9-a21e-154ca9db8db4', '01a2052c-1f57-7b26-8bd0-d8e632c0f712']
const hash = 'a'.repeat(64)
const time = '2026-11-22T21:34:28.363561+00:00'
const secrets = { private_key: 'locked', hash_salt: 'b'.repeat(64) }

const mapAttachment = (row: Row, into: Known, tell: Tally) =>
  mapAnyAttachment(row, into, tell, (url) => !url.includes(' '))

let known: Known
let tally: Tally
beforeEach(() => {
  known = nothingKnown()
  tally = createTally('table')
})
const notes = () => {
  const { changed, lost, kept } = tally.report()
  return {
    changed: changed.map(({ what }) => what),
    lost: lost.map(({ what }) => what),
    kept: kept.map(({ what }) => what),
  }
}
const user = (more: Row = {}): Row => ({
  ...{
    Id: alice,
    UserName: 'alice',
    Email: 'alice@example.org',
    EmailConfirmed: true,
    Role: 1,
    IP: '192.0.2.1',
  },
  ...{ Bio: '', RealName: '', StdNumber: '', PasswordHash: 'AQAAAA==', RegisterTimeUtc: time },
  ...more,
})
const game = (more: Row = {}): Row => ({
  ...{ Id: 1, Title: 'Winter', Summary: '', Content: '', PublicKey: 'key', BloodBonus: 83_927_055 },
  ...{
    TeamMemberCountLimit: 0,
    ContainerCountLimit: 3,
    StartTimeUtc: time,
    EndTimeUtc: time,
    WriteupDeadline: time,
  },
  ...{ WriteupNote: '', InviteCode: '' },
  ...more,
})

describe('users', () => {
  it.each([
    [0, 'Banned'],
    [1, 'User'],
    [2, 'Monitor'],
    [3, 'Admin'],
  ])('have role %i as %s', (Role, role) => {
    expect(mapUser(user({ Role }), known, tally)).toMatchObject({ id: alice, role, registered_at: time })
    expect(notes()).toEqual({ changed: [], lost: [], kept: [] })
  })

  it('are named apart, and have addresses apart', () => {
    mapUser(user(), known, tally)
    expect(mapUser(user({ Id: bob, UserName: 'ＡＬＩＣＥ' }), known, tally)).toMatchObject({
      name: 'ＡＬＩＣＥ-2',
      email: `${bob}@moved-in.invalid`,
    })
    expect(notes().changed).toEqual(['UserName', 'Email'])
  })

  it('have no address of those that are made here', () => {
    // Or the address made for the other one would be taken, and nothing could be moved in.
    mapUser(user({ Email: `${bob}@Moved-In.invalid` }), known, tally)
    const other = mapUser(user({ Id: bob, UserName: 'bob', Email: null }), known, tally)
    expect(other?.email).toBe(`${bob}@moved-in.invalid`)
    expect([...known.emails]).toEqual([])
    expect(tally.report().changed.map(({ why }) => why)).toEqual(['It leads nowhere', 'There is none'])
  })

  it('without a date of registration have that of their key', () => {
    expect(mapUser(user({ RegisterTimeUtc: '1970-01-01T00:00:00+00:00' }), known, tally)).toMatchObject({
      registered_at: '2026-11-22T21:27:51.246Z',
      signed_in_at: null,
    })
  })

  it('without a password, a name, or an avatar that is there, say so', () => {
    expect(
      mapUser(user({ UserName: null, Email: null, PasswordHash: null, AvatarHash: hash }), known, tally),
    ).toMatchObject({
      name: 'usera9db8db4',
      password_hash: null,
      avatar_hash: null,
    })
    expect(notes()).toMatchObject({ changed: ['UserName', 'Email'], lost: ['AvatarHash'] })
  })

  it('are there once', () => {
    mapUser(user(), known, tally)
    expect(mapUser(user(), known, tally)).toBeNull()
    expect(mapUser(user({ Id: null }), known, tally)).toBeNull()
  })
})

describe('teams', () => {
  const team = (more: Row = {}): Row => ({
    ...{
      Id: 2,
      Name: 'Null: Pointers',
      Bio: null,
      Locked: true,
      InviteToken: 'e'.repeat(32),
      CaptainId: alice,
    },
    ...{ FirstMember: bob },
    ...more,
  })

  it('keep their lock and their invite', () => {
    mapUser(user(), known, tally)
    expect(mapTeam(team(), known, tally, () => 'new')).toMatchObject({
      ...{ id: 2, name: 'Null: Pointers', locked: true, invite_token: 'e'.repeat(32), captain_id: alice },
    })
  })

  it('without a captain are led by the oldest member, or not carried', () => {
    expect(mapTeam(team(), known, tally, () => 'new')).toBeNull()
    mapUser(user({ Id: bob }), known, tally)
    expect(mapTeam(team({ InviteToken: null }), known, tally, () => 'new')).toMatchObject({
      captain_id: bob,
      invite_token: 'new',
    })
    expect(notes()).toMatchObject({ changed: ['CaptainId', 'InviteToken'], lost: ['row'] })
  })
})

describe('games', () => {
  it.each([
    [83_927_055, { first: 80, second: 40, third: 15 }],
    [52_459_530, { first: 50, second: 30, third: 10 }],
    [0, { first: 0, second: 0, third: 0 }],
    // A part above 1,000 means the usual one.
    [1_049_624_576, { first: 50, second: 30, third: 10 }],
    [4_294_967_296, { first: 50, second: 30, third: 10 }],
    [null, { first: 50, second: 30, third: 10 }],
  ])('have blood bonus %s', (BloodBonus, bonus) => {
    expect(unpackBloodBonus(mapGame(game({ BloodBonus }), known, tally, secrets)?.blood_bonus ?? -1)).toEqual(
      bonus,
    )
  })

  it('sign what the other platform signed, and have no blank codes', () => {
    expect(mapGame(game(), known, tally, secrets)).toMatchObject({
      ...{ signed_team_text: 'GZCTF_TEAM_{id}', invite_code: null, public_key: 'key', ...secrets },
    })
  })

  it('that never end do so in the last moment that can be', () => {
    expect(mapGame(game({ EndTimeUtc: 'infinity' }), known, tally, secrets)?.end_at).toMatch(/^9999-12-31/)
    expect(notes().changed).toEqual(['EndTimeUtc'])
  })

  it('keep texts that are too long to be set here, and say so', () => {
    const Title = 'x'.repeat(129)
    expect(mapGame(game({ Title }), known, tally, secrets)?.title).toBe(Title)
    expect(notes()).toEqual({ changed: [], lost: [], kept: ['Title'] })
  })

  it.each([2_147_483_643, 7_943, 1_793, 768, 0, gamePermissions.All])(
    'have divisions with all bits of %i',
    (bits) => {
      mapGame(game(), known, tally, secrets)
      const row = { Id: 1, GameId: 1, Name: 'Open', InviteCode: null, DefaultPermissions: bits }
      expect(mapDivision(row, known, tally)?.default_permissions).toBe(bits)
    },
  )
})

const challenge = (more: Row = {}): Row => ({
  ...{ Id: 5, GameId: 1, Title: 'Echo', Content: '', Category: 2, Type: 3, Hints: null, IsEnabled: true },
  ...{ OriginalScore: 600, MinScoreRate: 0.5, Difficulty: 2.5, SubmissionLimit: 0, NetworkMode: 0 },
  ...more,
})

describe('challenges', () => {
  beforeEach(() => void mapGame(game(), known, createTally('other'), secrets))

  it.each(
    [
      'Misc',
      'Crypto',
      'Pwn',
      'Web',
      'Reverse',
      'Blockchain',
      'Forensics',
      'Hardware',
      'Mobile',
      'PPC',
      'AI',
      'Pentest',
      'OSINT',
    ].map((name, number) => [number, name] as const),
  )('have category %i as %s', (Category, category) => {
    expect(mapChallenge(challenge({ Category }), known, tally)?.category).toBe(category)
  })

  it.each([
    [0, 'StaticAttachment'],
    [1, 'StaticContainer'],
    [2, 'DynamicAttachment'],
    [3, 'DynamicContainer'],
  ])('have type %i as %s', (Type, type) => {
    expect(mapChallenge(challenge({ Type }), known, tally)?.type).toBe(type)
  })

  it.each([
    [0, 'Open'],
    [32, 'Isolated'],
    [255, 'Custom'],
    [null, 'Open'],
  ])('have network mode %s as %s', (NetworkMode, mode) => {
    expect(mapChallenge(challenge({ NetworkMode }), known, tally)?.network_mode).toBe(mode)
    expect(notes().changed).toEqual([])
  })

  it.each([1, 64, -1, 0.5])('are isolated with the unknown network mode %s', (NetworkMode) => {
    expect(mapChallenge(challenge({ NetworkMode }), known, tally)?.network_mode).toBe('Isolated')
    expect(notes().changed).toEqual(['NetworkMode'])
  })

  it('keep their hints, and say what can’t be carried', () => {
    expect(mapChallenge(challenge({ Hints: '["one","\\u003C two"]' }), known, tally)?.hints).toEqual([
      'one',
      '< two',
    ])
    expect(
      mapChallenge(challenge({ Id: 6, Hints: '{', Category: 99, MinScoreRate: 2 }), known, tally),
    ).toMatchObject({
      ...{ hints: null, category: 'Misc', min_score_rate: 1 },
    })
    expect(mapChallenge(challenge({ Id: 7, GameId: 9 }), known, tally)).toBeNull()
    expect(notes()).toMatchObject({ changed: ['Category', 'MinScoreRate'], lost: ['Hints', 'row'] })
  })

  it('have a deadline, which one of 1970 is, or none', () => {
    const deadlines = [time, '1970-01-01T00:00:00+00:00', '-infinity', 'infinity', null].map(
      (DeadlineUtc, at) => mapChallenge(challenge({ Id: 10 + at, DeadlineUtc }), known, tally)?.deadline_at,
    )
    const first = '1970-01-01T00:00:00+00:00'
    expect(deadlines).toEqual([time, first, first, null, null])
  })

  it('keep what can’t be set here, and say so', () => {
    const Hints = JSON.stringify(Array.from({ length: 65 }, () => 'hint'))
    const numbers = { OriginalScore: 1_000_001, SubmissionLimit: 10_001, MemoryLimit: 8, ExposePort: 0 }
    expect(mapChallenge(challenge({ Hints, ...numbers }), known, tally)).toMatchObject({
      ...{ original_score: 1_000_001, submission_limit: 10_001, memory_limit: 8, expose_port: 0 },
    })
    const kept = ['SubmissionLimit', 'OriginalScore', 'MemoryLimit', 'ExposePort', 'Hints']
    expect(notes()).toEqual({ changed: [], lost: [], kept })
  })

  it('have texts that the database takes', () => {
    const Hints = String.raw`["a\u0000b","\ud83e","🦊"]`
    expect(mapChallenge(challenge({ Hints }), known, tally)?.hints).toEqual(['a\uFFFDb', '\uFFFD', '🦊'])
    expect(notes().changed).toEqual(['Hints'])
  })

  it('list flags, but not those that were generated for a team', () => {
    mapChallenge(challenge(), known, tally)
    mapChallenge(challenge({ Id: 6, Type: 2 }), known, tally)
    expect(mapFlag({ Id: 1, ChallengeId: 6, Flag: 'flag{a}' }, known, tally)).toEqual({
      id: 1,
      challenge_id: 6,
      flag: 'flag{a}',
    })
    expect(mapFlag({ Id: 2, ChallengeId: 5, Flag: 'flag{b}', IsGiven: true }, known, tally)).toBeNull()
    expect(notes().lost).toEqual([])
    expect(mapFlag({ Id: 3, ChallengeId: 5, Flag: 'flag{c}', IsGiven: false }, known, tally)).toBeNull()
    expect(mapFlag({ Id: 4, ChallengeId: 8, Flag: 'flag{d}' }, known, tally)).toBeNull()
    expect(notes().lost).toEqual(['row', 'row'])
    const occupied = { Id: 5, ChallengeId: 6, Flag: 'flag{e}', IsOccupied: true, IsGiven: false }
    expect(mapFlag(occupied, known, tally)?.id).toBe(5)
    expect(notes().changed).toEqual(['row', 'IsOccupied'])
  })

  it('count the uses of their files', () => {
    const file = { hash, name: 'a.bin', size: 3, uploadedAt: time }
    known.files.set(13, file)
    known.byHash.set(hash, file)
    mapChallenge(challenge({ Type: 2 }), known, tally)
    for (const id of [1, 2]) {
      mapFlag({ Id: id, ChallengeId: 5, Flag: `flag{${id}}` }, known, tally)
      expect(mapAttachment({ Id: id, Type: 1, LocalFileId: 13, OfFlag: id }, known, tally)).toMatchObject({
        ...{
          challenge_id: 5,
          flag_id: id,
          type: 'Local',
          file_hash: hash,
          file_name: 'a.bin',
          remote_url: null,
        },
      })
    }
    expect(known.uses.get(hash)).toBe(2)
    expect(mapAttachment({ Id: 3, Type: 1, LocalFileId: null, OfFlag: 1 }, known, tally)).toBeNull()
    expect(notes().lost).toEqual(['row'])
  })

  it.each([
    ['https://example.org/a?b', true],
    ['/assets/a', true],
    [' https://example.org ', true],
    ['javascript:alert(1)', false],
    ['java\nscript:alert(1)', false],
    ['data:text/html,x', false],
    ['https://a b', false],
  ])('have an attachment at %j: %s', (RemoteUrl, isTaken) => {
    mapChallenge(challenge({ Type: 0 }), known, tally)
    const row = { Id: 4, Type: 2, RemoteUrl, OfChallenge: 5 }
    expect(mapAttachment(row, known, tally)?.remote_url ?? null).toBe(isTaken ? RemoteUrl.trim() : null)
    const { lost } = tally.report()
    expect(lost.map(({ examples }) => examples)).toEqual(isTaken ? [] : [[RemoteUrl]])
  })
})

describe('what teams did', () => {
  beforeEach(() => {
    const other = createTally('other')
    mapUser(user(), known, other)
    mapTeam({ Id: 2, Name: 'Nulls', CaptainId: alice, InviteToken: 'e'.repeat(32) }, known, other, () => '')
    mapGame(game(), known, other, secrets)
    mapChallenge(challenge({ Type: 2 }), known, other)
    mapChallenge(challenge({ Id: 6, Type: 0 }), known, other)
    mapFlag({ Id: 1, ChallengeId: 5, Flag: 'flag{a}' }, known, other)
    mapParticipation({ Id: 4, GameId: 1, TeamId: 2, Status: 1, Token: '2:x' }, known, other)
  })

  it.each([
    [0, 'Pending'],
    [1, 'Accepted'],
    [2, 'Rejected'],
    [3, 'Suspended'],
  ])('has status %i as %s', (Status, status) => {
    known.playing.clear()
    expect(
      mapParticipation({ Id: 5, GameId: 1, TeamId: 2, Status, Token: '2:x' }, known, tally)?.status,
    ).toBe(status)
  })

  it('gives a listed flag to one team', () => {
    const row = {
      ParticipationId: 4,
      ChallengeId: 5,
      FlagId: 1,
      Flag: 'flag{a}',
      LastContainerOperation: '-infinity',
    }
    expect(mapInstance(row, known, tally)).toMatchObject({
      flag: 'flag{a}',
      flag_id: 1,
      container_changed_at: null,
    })
    expect(mapInstance(row, known, tally)).toMatchObject({ flag: null, flag_id: null })
    expect(notes().lost).toEqual(['FlagId'])
  })

  it('never gives a team a flag of a static challenge', () => {
    const row = {
      ParticipationId: 4,
      ChallengeId: 6,
      FlagId: 1,
      Flag: 'flag{a}',
      LastContainerOperation: time,
    }
    expect(mapInstance(row, known, tally)).toMatchObject({ flag: null, container_changed_at: time })
  })

  it.each(['Accepted', 'WrongAnswer', 'CheatDetected', 'FlagSubmitted'])('keeps the verdict %s', (Status) => {
    const row = {
      Id: 9,
      GameId: 1,
      ParticipationId: 4,
      ChallengeId: 5,
      UserId: bob,
      Answer: ' flag{A} ',
      Status,
    }
    expect(mapSubmission({ ...row, SubmitTimeUtc: time }, known, tally)).toEqual({
      ...{
        id: 9,
        game_id: 1,
        participation_id: 4,
        challenge_id: 5,
        user_id: null,
        answer: ' flag{A} ',
        status: Status,
        time,
      },
    })
    expect(notes().lost).toEqual(['UserId'])
  })

  it.each([
    { Status: 'Unheard' },
    { SubmitTimeUtc: null },
    { GameId: 2 },
    { ParticipationId: 5 },
    { ChallengeId: 7 },
    { Id: null },
  ])('leaves out a submission with %j', (change) => {
    const row = {
      Id: 9,
      GameId: 1,
      ParticipationId: 4,
      ChallengeId: 5,
      Answer: '',
      Status: 'Accepted',
      SubmitTimeUtc: time,
    }
    expect(mapSubmission({ ...row, ...change }, known, tally)).toBeNull()
    expect(notes().lost).toEqual(['row'])
  })

  it('tells what was submitted from the submissions, and events without one as they were', () => {
    const event = { Id: 1, GameId: 1, Type: 3, PublishTimeUtc: time, UserId: alice, TeamId: 2 }
    countTold(known, { participation_id: 4, challenge_id: 5 })
    const values = (id: number): string => JSON.stringify(['WrongAnswer', 'flag{}', 'Echo', String(id)])
    expect(mapEvent({ ...event, Values: values(5) }, known, tally)).toBeNull()
    for (const id of [5, 14])
      expect(mapEvent({ ...event, Values: values(id) }, known, tally)).toMatchObject({
        type: 'FlagSubmit',
        team_id: 2,
      })
    expect(mapEvent({ ...event, Type: 4, HasCheat: true, Values: '[]' }, known, tally)).toBeNull()
    expect(mapEvent({ ...event, Type: 1, Values: '["5","Echo"]' }, known, tally)).toMatchObject({
      values: ['5', 'Echo'],
    })
    expect(notes()).toMatchObject({ lost: [], changed: ['row'] })
  })

  it.each(
    ['Normal', 'FirstBlood', 'SecondBlood', 'ThirdBlood', 'NewHint', 'NewChallenge'].map(
      (name, number) => [number, name] as const,
    ),
  )('has notice %i as %s', (Type, type) => {
    expect(
      mapNotice({ Id: 1, GameId: 1, Type, Values: '["x"]', PublishTimeUtc: time }, known, tally)?.type,
    ).toBe(type)
  })
})
