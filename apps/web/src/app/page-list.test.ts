import { describe, expect, it } from 'vitest'
import { pagesIn } from './page-list.ts'

describe('the list of pages', () => {
  const routes = [
    {
      children: [
        { index: true as const, handle: { title: 'home.screen' } },
        { path: 'games', handle: { title: 'title.games' } },
        {
          path: 'games/:id',
          handle: { title: 'title.games' },
          children: [
            { index: true as const, handle: { title: 'title.games' } },
            { children: [{ path: 'challenges', handle: { title: 'title.games', role: 'User' } }] },
          ],
        },
        { path: 'account/reset', handle: { title: 'title.recovery' } },
        { path: 'teams/new', handle: { title: 'title.teams', role: 'User' } },
        { path: 'setup', handle: { title: 'setup.title' } },
        { path: '*', handle: { title: 'notFound.title' } },
        { children: [{ path: 'account/profile', handle: { title: 'title.profile', role: 'User' } }] },
      ],
    },
  ]

  it('holds those that lead somewhere by themselves, with whom they are for', () => {
    expect(pagesIn(routes)).toEqual([
      { path: '/', title: 'home.screen' },
      { path: '/games', title: 'title.games' },
      { path: '/account/profile', title: 'title.profile', role: 'User' },
    ])
  })
})
