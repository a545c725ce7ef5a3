import { gamePermissions } from '@pennant/contract/enums'
import type { WarningCode } from '@pennant/contract/status'
import { describe, expect, it } from 'vitest'
import { isReady, type ReadinessInput, readinessItems, readinessOf } from './readiness.ts'

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
})

describe('the readiness of a game', () => {
  it('is complete when nothing is missing, and names every item', () => {
    const findings = readinessOf(fine)
    expect(findings.map(({ item }) => item)).toEqual(readinessItems)
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

  it('wants an end after the start, and both to come', () => {
    expect(faultsOf(game({ end: now + hour }))).toEqual({ times: 'endBeforeStart' })
    expect(faultsOf(game({ start: now - 2 * hour, end: now - 1 }))).toEqual({ times: 'over' })
    expect(faultsOf(game({ start: now, hidden: true }))).toMatchObject({ times: 'alreadyStarted' })
    expect(faultsOf(game({ start: now }))).toEqual({})
    expect(faultsOf(game({ start: now + 1 }))).toEqual({})
  })

  it('wants a challenge that is enabled, and every enabled one whole', () => {
    const off = { id: 2, title: 'Later', isEnabled: false, lacks: ['Flag' as const] }
    expect(faultsOf({ challenges: [off] })).toEqual({ challenges: 'noneEnabled' })
    expect(faultsOf({ challenges: [...fine.challenges, off] })).toEqual({})
    const findings = readinessOf({ ...fine, challenges: [{ ...off, isEnabled: true }] })
    expect(findings.find(({ item }) => item === 'playable')).toEqual({
      item: 'playable',
      fault: 'lacking',
      grave: true,
      subjects: [{ id: 2, name: 'Later' }],
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
