import type { TeamInfo } from '@pennant/contract/team'
import { describe, expect, it } from 'vitest'
import { joinDraftOf } from './join-draft.ts'

const team = (id: number): TeamInfo => ({
  ...{ id, name: `Team ${id}`, bio: null, avatar: null, locked: false, members: [] },
})
const inMemory = (): Storage => {
  const held = new Map<string, string>()
  return {
    length: 0,
    clear: () => held.clear(),
    key: () => null,
    getItem: (key) => held.get(key) ?? null,
    removeItem: (key) => void held.delete(key),
    setItem: (key, value) => void held.set(key, value),
  }
}
const draft = { teamId: '1', divisionId: '7', inviteCode: 'HARPOON' }

describe('what was put into the sheet of a game', () => {
  it('is there again, until one has joined', () => {
    const storage = inMemory()
    const stored = joinDraftOf(3, () => storage)
    expect(stored.read([team(1)])).toBeNull()
    stored.keep(draft, [team(1), team(2)])
    expect(stored.read([team(2), team(1)])).toEqual(draft)
    expect(joinDraftOf(4, () => storage).read([team(1)])).toBeNull()
    stored.forget()
    expect(stored.read([team(1)])).toBeNull()
  })

  it('is with the team that has come meanwhile, or with one that is still there', () => {
    const storage = inMemory()
    const stored = joinDraftOf(3, () => storage)
    stored.keep(draft, [team(1)])
    expect(stored.read([team(1), team(5)])).toEqual({ ...draft, teamId: '5' })
    stored.keep(draft, [team(1), team(2)])
    expect(stored.read([team(2)])).toEqual({ ...draft, teamId: '2' })
  })

  it('is nothing where the browser keeps nothing', () => {
    const stored = joinDraftOf(3, () => {
      throw new Error('refused')
    })
    stored.keep(draft, [team(1)])
    expect(stored.read([team(1)])).toBeNull()
    stored.forget()
  })
})
