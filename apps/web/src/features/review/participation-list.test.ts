import type { ParticipationInfo } from '@pennant/contract/participation'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countsIn, chunksOf, type ReviewView, shownIn } from './participation-list.ts'

const view = (given: Partial<ReviewView> = {}): ReviewView => ({
  text: '',
  division: null,
  status: null,
  sort: 'applied',
  descending: false,
  ...given,
})

const one = (id: number, name: string, given: Partial<ParticipationInfo> = {}): ParticipationInfo => ({
  id,
  team: {
    id: id + 100,
    locked: false,
    captainId: `user ${id}`,
    name,
    bio: null,
    avatar: null,
    members: [
      {
        userId: `user ${id}`,
        role: 'User',
        userName: `player${id}`,
        email: `p${id}@players.example`,
        bio: '',
        phone: null,
        realName: `Real ${id}`,
        stdNumber: `S-${id}`,
        avatar: null,
      },
    ],
  },
  registeredMembers: [`user ${id}`],
  divisionId: null,
  status: 'Pending',
  ...given,
})

const all = [
  one(1, 'Urchins', { status: 'Accepted', divisionId: 7 }),
  one(2, 'anemones', { divisionId: 8 }),
  one(3, 'Crabs', { status: 'Suspended', registeredMembers: [] }),
]
const divisions = new Map([
  [7, 'Students'],
  [8, 'Open'],
])
const ids = (given: Partial<ReviewView>): number[] => shownIn(all, view(given), divisions).map(({ id }) => id)

describe('the list of participations', () => {
  it.each([
    ['urch', [1]],
    ['PLAYER2', [2]],
    ['p3@players', [3]],
    ['s-1', [1]],
    ['real 2', [2]],
    ['#103', [3]],
    ['nobody', []],
  ])('finds %s', (text, found) => {
    expect(ids({ text })).toEqual(found)
  })

  it('is filtered by division and status', () => {
    expect(ids({ division: 7 })).toEqual([1])
    expect(ids({ division: 'none' })).toEqual([3])
    expect(ids({ status: 'Pending' })).toEqual([2])
    expect(ids({ status: 'Pending', division: 7 })).toEqual([])
  })

  it('is sorted', () => {
    expect(ids({ sort: 'name' })).toEqual([2, 3, 1])
    expect(ids({ sort: 'name', descending: true })).toEqual([1, 3, 2])
    expect(ids({ sort: 'division' })).toEqual([3, 2, 1])
    expect(ids({ sort: 'status' })).toEqual([2, 1, 3])
    expect(ids({ sort: 'members', descending: true })).toEqual([1, 2, 3])
  })

  it('counts each status whatever status is shown', () => {
    expect(countsIn(all, view({ status: 'Pending' }))).toEqual({
      all: 3,
      Pending: 1,
      Accepted: 1,
      Rejected: 0,
      Suspended: 1,
    })
    expect(countsIn(all, view({ text: 'urch' })).all).toBe(1)
  })
})

it('chunks leave nothing out and are never too large', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 9 }), (items, size) => {
      const chunks = chunksOf(items, size)
      expect(chunks.flat()).toEqual(items)
      expect(chunks.every((chunk) => chunk.length > 0 && chunk.length <= size)).toBe(true)
    }),
  )
})
