import { gamePermissions } from '@pennant/contract/enums'
import { allows } from '@pennant/rules/permission/permission'
import { describe, expect, it } from 'vitest'
import { namedPermissions, usualPermissions, withException, withPermission } from './permission-mask.ts'

describe('the permissions of a division', () => {
  it('change one by one, and what has no name is kept', () => {
    for (const name of namedPermissions) {
      const without = withPermission(gamePermissions.All, name, false)
      expect(without).toBe(gamePermissions.All - gamePermissions[name])
      expect(withPermission(without, name, true)).toBe(gamePermissions.All)
      expect(withPermission(without, name, false)).toBe(without)
    }
  })

  it('usually allow everything without a review', () => {
    expect(usualPermissions).toBe(2_147_483_643)
    expect(allows(usualPermissions, 'RequireReview')).toBe(false)
  })

  it('know one exception for each challenge', () => {
    const first = withException([], 5, 256)
    expect(withException(first, 3, 0)).toEqual([
      { challengeId: 3, permissions: 0 },
      { challengeId: 5, permissions: 256 },
    ])
    expect(withException(first, 5, 512)).toEqual([{ challengeId: 5, permissions: 512 }])
    expect(withException(first, 5, null)).toEqual([])
  })
})
