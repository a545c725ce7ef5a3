import { gamePermissions } from '@pennant/contract/enums'
import type { WarningCode } from '@pennant/contract/status'
import { describe, expect, it } from 'vitest'
import {
  afterOf,
  isReady,
  openIn,
  type ReadinessInput,
  readinessItems,
  readinessOf,
  stateOf,
} from './readiness.ts'

const hour = 3_600_000
const now = 1_800_000_000_000

const fine: ReadinessInput = {
  game: {
    title: 'Spring cup',
    start: now + hour,
    end: now + 25 * hour,
    content: 'Rules',
    poster: '/assets/a/poster',
    writeupRequired: true,
    writeupDeadline: now + 30 * hour,
    hidden: false,
    inviteCode: null,
    acceptWithoutReview: true,
    practiceMode: true,
  },
  challenges: [{ id: 1, title: 'Baby RSA', isEnabled: true, lacks: [] }],
  divisions: [],
  now,
}

const faultsOf = (input: Partial<ReadinessInput>): Record<string, string> =>
  Object.fromEntries(
    readinessOf({ ...fine, ...input }).flatMap(({ item, fault }) => (fault === null ? [] : [[item, fault]])),
  )
const game = (changes: Partial<ReadinessInput['game']>) => ({ game: { ...fine.game, ...changes } })
const division = (id: number, name: string, defaultPermissions: number = gamePermissions.All) => ({
  id,
  name,
  defaultPermissions,
  inviteCode: null,
})
const overview = { pending: 0, cheats: 0, instances: 0, writeups: 0, challenges: [] }
const during = { start: now - hour, end: now + hour }
const after = { start: now - 2 * hour, end: now - hour, writeupDeadline: now - 1 }

describe('the readiness of a game', () => {
  it('is complete when nothing is missing, and names every item', () => {
    const findings = readinessOf(fine)
    expect(findings.map(({ item }) => item)).toEqual(readinessItems.upcoming)
    expect(faultsOf({})).toEqual({})
    expect(isReady(findings)).toBe(true)
  })

  it('finds what the game itself lacks', () => {
    expect(faultsOf(game({ title: '  ' }))).toEqual({ title: 'titleBlank' })
    expect(faultsOf(game({ content: '\n' }))).toEqual({ description: 'noDescription' })
    expect(faultsOf(game({ poster: null }))).toEqual({ poster: 'noPoster' })
  })

  it('finds what is wrong with where the site and its instances are', () => {
    const warned = (code: WarningCode, ...values: string[]) => faultsOf({ warnings: [{ code, values }] })
    expect(warned('publicUrl.missing')).toEqual({ address: 'addressMissing' })
    expect(warned('publicUrl.missing', 'http://127.0.0.1:8080')).toEqual({})
    expect(warned('publicUrl.plain', 'http://ctf.example')).toEqual({ address: 'addressPlain' })
    expect(warned('instances.sameHost', 'ctf.example')).toEqual({ instances: 'instancesOnSite' })
    expect(warned('mail.missing')).toEqual({})
  })

  it('names enabled challenges whose instances are refused here', () => {
    const challenges = [
      { id: 1, title: 'C1', isEnabled: true, networkMode: 'Isolated' },
      { id: 2, title: 'C2', isEnabled: true, networkMode: 'Open' },
      { id: 3, title: 'C3', isEnabled: false, networkMode: 'Isolated' },
      { id: 4, title: 'C4', isEnabled: true },
    ] as const
    const refusedFor = (code: WarningCode): unknown =>
      readinessOf({ ...fine, challenges, warnings: [{ code, values: [''] }] }).find(
        ({ item }) => item === 'networks',
      )
    const fault = { item: 'networks', fault: 'networkRefused', grave: true, count: 0 }
    expect(refusedFor('instances.isolatedRefused')).toEqual({ ...fault, subjects: [{ id: 1, name: 'C1' }] })
    expect(refusedFor('instances.refused')).toEqual({ ...fault, subjects: [{ id: 2, name: 'C2' }] })
    expect(refusedFor('instances.unguarded')).toMatchObject({ fault: null })
  })

  it('wants an end after the start', () => {
    expect(faultsOf(game({ end: now + hour }))).toEqual({ times: 'endBeforeStart' })
    expect(faultsOf(game({ start: now, hidden: true }))).toMatchObject({ times: 'alreadyStarted' })
    expect(faultsOf(game({ start: now }))).toEqual({})
    expect(faultsOf(game({ start: now + 1 }))).toEqual({})
  })

  it('wants a challenge that is enabled, and every enabled one whole', () => {
    const off = { id: 2, title: 'Later', isEnabled: false, lacks: ['Flag' as const] }
    expect(faultsOf({ challenges: [off] })).toEqual({ challenges: 'noneEnabled' })
    expect(faultsOf({ challenges: [...fine.challenges, off] })).toEqual({})
    const twin = { id: 3, title: ' baby rsa', isEnabled: false }
    const twins = readinessOf({ ...fine, challenges: [...fine.challenges, twin] })
    expect(twins.find(({ item }) => item === 'challenges')).toMatchObject({
      item: 'challenges',
      fault: 'titleTwice',
      grave: false,
      subjects: [{ id: 3, name: ' baby rsa' }],
    })
    const findings = readinessOf({ ...fine, challenges: [{ ...off, isEnabled: true }] })
    expect(findings.find(({ item }) => item === 'playable')).toEqual({
      item: 'playable',
      fault: 'lacking',
      grave: true,
      subjects: [{ id: 2, name: 'Later' }],
      count: 0,
    })
  })

  it('takes a challenge of a server that does not tell what is missing as whole', () => {
    expect(faultsOf({ challenges: [{ id: 1, title: 'Baby RSA', isEnabled: true }] })).toEqual({})
  })

  it('wants a division that can be joined, all to be able to play, and names that differ', () => {
    const { JoinGame, ViewChallenge, SubmitFlags } = gamePermissions
    const plays = ViewChallenge + SubmitFlags
    expect(faultsOf({ divisions: [division(1, 'Guests', plays)] })).toEqual({ divisions: 'noneJoinable' })
    expect(faultsOf({ divisions: [division(1, 'Open'), division(2, 'Guests', plays)] })).toEqual({})
    expect(faultsOf({ divisions: [division(1, 'Open', JoinGame + ViewChallenge)] })).toEqual({
      divisions: 'cannotPlay',
    })
    expect(faultsOf({ divisions: [division(1, 'Open'), division(2, ' open')] })).toEqual({
      divisions: 'nameTwice',
    })
  })

  it('looks at the deadline of write-ups only where they are wanted', () => {
    expect(faultsOf(game({ writeupDeadline: fine.game.end }))).toEqual({ writeup: 'writeupBeforeEnd' })
    expect(faultsOf(game({ writeupDeadline: 0, writeupRequired: false }))).toEqual({})
  })

  it('warns of divisions that let everyone in although the game means to choose', () => {
    const { All, JoinGame, RequireReview } = gamePermissions
    const open = division(1, 'Open', All - RequireReview)
    const named = (input: Partial<ReadinessInput>) =>
      readinessOf({ ...fine, ...input }).find(({ item }) => item === 'entry')
    const coded = game({ inviteCode: 'harbour' })
    expect(named({ ...coded, divisions: [open] })).toMatchObject({
      fault: 'openToAll',
      grave: false,
      subjects: [{ id: 1 }],
    })
    expect(named({ ...game({ acceptWithoutReview: false }), divisions: [open] })?.fault).toBe('openToAll')
    expect(named({ divisions: [open] })?.fault).toBeNull()
    expect(named(coded)?.fault).toBeNull()
    const closed = [
      { ...open, inviteCode: 'students' },
      division(2, 'Reviewed'),
      division(3, 'Placed', All - RequireReview - JoinGame),
    ]
    expect(named({ ...coded, divisions: closed })?.fault).toBeNull()
  })

  it('names while the game runs what needs a look, and nothing that is only missing', () => {
    const bare = { ...game({ ...during, poster: null, content: '' }), overview }
    expect(faultsOf(bare)).toEqual({})
    const challenges = [
      { id: 1, title: 'Hard', isEnabled: true, tried: 3, solves: 0 },
      { id: 2, title: 'New', isEnabled: true, tried: 2, solves: 0 },
      { id: 3, title: 'Solved', isEnabled: true, tried: 9, solves: 1 },
      { id: 4, title: 'Gone', isEnabled: false, tried: 9, solves: 0 },
    ]
    const busy = { ...overview, challenges, pending: 2, cheats: 1, writeups: 3, instances: 4 }
    const findings = readinessOf({ ...fine, ...game(during), overview: busy })
    expect(findings.map(({ item }) => item)).toEqual(readinessItems.running)
    expect(findings.filter(({ fault }) => fault !== null)).toEqual([
      {
        item: 'unsolved',
        fault: 'nobodySolved',
        grave: false,
        subjects: [{ id: 1, name: 'Hard' }],
        count: 0,
      },
      { item: 'waiting', fault: 'teamsWaiting', grave: false, subjects: [], count: 2 },
      { item: 'copied', fault: 'copiesToJudge', grave: false, subjects: [], count: 1 },
    ])
    const lacking = [{ id: 1, title: 'Later', isEnabled: true, lacks: ['Flag' as const] }]
    expect(faultsOf({ ...game(during), challenges: lacking })).toEqual({ playable: 'lacking' })
  })

  it('still names what is missing while a game runs that has yet to go public', () => {
    const bare = game({ ...during, poster: null, content: '', hidden: true })
    expect(faultsOf(bare)).toEqual({
      times: 'alreadyStarted',
      description: 'noDescription',
      poster: 'noPoster',
      visible: 'hidden',
    })
    const items = readinessOf({ ...fine, ...bare }).map(({ item }) => item)
    expect(new Set(items).size).toBe(items.length)
  })

  it('names after the game what is left to do, and no fault that no longer matters', () => {
    const broken: Partial<ReadinessInput> = {
      ...game({ ...after, title: ' ', content: '', poster: null, hidden: true, practiceMode: false }),
      challenges: [{ id: 1, title: 'Bad', isEnabled: true, lacks: ['Flag'] }],
      divisions: [division(1, 'Guests', 0)],
      warnings: [{ code: 'publicUrl.plain', values: [] }],
    }
    const always = { results: 'resultsToPublish', ctftime: 'resultsFirst', archive: 'toArchive' }
    expect(faultsOf(broken)).toEqual(always)
    const left = { ...overview, writeups: 3, instances: 2, cheats: 1 }
    const findings = readinessOf({ ...fine, ...broken, overview: left, captures: 5 })
    expect(findings.map(({ item, fault, count }) => [item, fault, count])).toEqual([
      ['writeups', 'writeupsToRead', 3],
      ['copied', 'copiesToJudge', 1],
      ['running', 'instancesLeft', 2],
      ['captures', 'capturesLeft', 5],
      ['results', 'resultsToPublish', 0],
      ['ctftime', 'resultsFirst', 0],
      ['archive', 'toArchive', 0],
    ])
    const states = ['todo', 'todo', 'todo', 'todo', 'todo', 'waits', 'offer']
    expect(findings.map((finding) => stateOf(finding, 'ended'))).toEqual(states)
    expect(openIn(findings)).toBe(6)
  })

  it('offers a reveal and publishing after the game, where there is a freeze', () => {
    const frozen = { ...after, freezeAt: after.end - 1 }
    const atFreeze = faultsOf(game(frozen))
    expect(atFreeze).toMatchObject({ reveal: 'toReveal', results: 'stillFrozen', ctftime: 'resultsFirst' })
    const published = faultsOf(game({ ...frozen, resultsAt: after.end + 1 }))
    expect(published).toEqual({ ctftime: 'toUpload', archive: 'toArchive' })
    expect(readinessOf({ ...fine, ...game(after) }).map(({ item }) => item)).not.toContain('reveal')
    expect(faultsOf(game({ ...during, freezeAt: during.start }))).not.toHaveProperty('reveal')
  })

  it('lists what comes after the game before its end, too, as waiting for it', () => {
    const { freezeAt, ...open } = { ...fine.game, ...during, freezeAt: now }
    const findings = afterOf({ game: { ...open, freezeAt }, now })
    expect(findings.map(({ item }) => item)).toEqual(readinessItems.ended)
    const faults = findings.map(({ fault }) => fault)
    expect(faults.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 'gameNotOver'))
    expect(faults.slice(6)).toEqual(['resultsFirst', 'toArchive'])
    const states = findings.map((finding) => stateOf(finding, 'running'))
    expect(states).toEqual([...Array.from({ length: 7 }, () => 'waits'), 'offer'])
    expect(afterOf({ game: open, now }).map(({ item }) => item)).not.toContain('reveal')
    expect(afterOf({ ...fine, ...game(after) })).toEqual(readinessOf({ ...fine, ...game(after) }))
  })

  it('waits for write-ups that may still come, and lets practice keep its instances', () => {
    const { writeupDeadline } = fine.game
    const late = {
      ...game({ ...after, writeupDeadline }),
      overview: { ...overview, writeups: 2, instances: 2 },
    }
    expect(faultsOf(late)).toMatchObject({ writeups: 'writeupsComing' })
    expect(faultsOf(late)).not.toHaveProperty('running')
  })

  it('does not count that a game is still hidden', () => {
    const findings = readinessOf({ ...fine, ...game({ hidden: true }) })
    expect(findings.find(({ item }) => item === 'visible')).toMatchObject({ fault: 'hidden', grave: false })
    expect(isReady(findings)).toBe(true)
  })

  it('is incomplete by advice, too', () => {
    const findings = readinessOf({ ...fine, ...game({ poster: null }) })
    expect(isReady(findings)).toBe(false)
    expect(findings.some(({ grave }) => grave)).toBe(false)
  })
})
