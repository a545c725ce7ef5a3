import { describe, expect, it } from 'vitest'
import { noticeIn, notices, withNotice } from './notice.ts'

describe('the notice in a navigation', () => {
  it('is the one that was put there', () => {
    expect(notices.map((notice) => noticeIn(withNotice(notice)))).toEqual([...notices])
  })

  it.each([null, undefined, 'loggedIn', 7, {}, { notice: 'sunk' }, { notice: null }])(
    'is none in %j',
    (state) => {
      expect(noticeIn(state)).toBeNull()
    },
  )
})
