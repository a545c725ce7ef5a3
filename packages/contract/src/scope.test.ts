import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { routes } from './routes.ts'
import {
  coversRole,
  coversScopes,
  coversMonitorHub,
  opensRoute,
  partOf,
  scopesOf,
  seesPersonalData,
} from './scope.ts'
import { tokenScopes, type TokenScope } from './token.ts'

const all = Object.keys(tokenScopes) as TokenScope[]
const routeOf = (id: string) => {
  const found = routes.find((route) => route.id === id)
  if (found === undefined) throw new Error(`there is no ${id}`)
  return found
}
const openedBy = (scope: TokenScope): string[] =>
  routes.filter((route) => opensRoute([scope], route)).map(({ id }) => id)

describe('the part of a route', () => {
  it.each(routes.map((route) => [route.id, route] as const))('is known for %s', (_id, route) => {
    expect(partOf(route), `${route.path} fits no line of the table in scope.ts`).toBeDefined()
  })

  it('is unknown for what nobody has thought of, which only everything opens', () => {
    const strange = { id: 'x.y', method: 'GET', path: '/api/strange', access: 'admin' } as const
    expect(partOf(strange)).toBeUndefined()
    expect(scopesOf(strange)).toEqual(['Everything'])
  })
})

describe('the scopes of a route', () => {
  it('have everything among them', () => {
    expect(openedBy('Everything')).toEqual(routes.map(({ id }) => id))
  })

  it.each([
    ['game.update', ['Everything', 'Games']],
    ['game.editRead', ['Everything', 'Read', 'Games']],
    ['game.read', ['Everything', 'Read', 'Monitor', 'Games']],
    ['submission.list', ['Everything', 'Read', 'Monitor', 'Games']],
    ['capture.delete', ['Everything', 'Monitor', 'Games']],
    ['submission.submit', ['Everything', 'Games']],
    ['participation.list', ['Everything', 'Read', 'Games']],
    ['participation.edit', ['Everything', 'Games']],
    ['participation.decideMany', ['Everything', 'Games']],
    ['writeup.downloadAll', ['Everything', 'Read', 'Games']],
    ['file.upload', ['Everything', 'Games']],
    ['file.list', ['Everything', 'Read', 'Platform']],
    ['user.list', ['Everything', 'Read', 'Users']],
    ['user.endSessions', ['Everything', 'Users']],
    ['team.adminDelete', ['Everything', 'Users']],
    ['setting.edit', ['Everything', 'Platform']],
    ['status.backup', ['Everything', 'Platform']],
    ['status.backUpNow', ['Everything', 'Platform']],
    ['token.create', ['Everything', 'Platform']],
    ['mail.outbox', ['Everything']],
    ['rehearsal.read', ['Everything']],
    ['rehearsal.begin', ['Everything']],
    ['account.changePassword', ['Everything']],
    ['team.update', ['Everything']],
    ['team.own', ['Everything', 'Read']],
    ['info.config', ['Everything', 'Read']],
  ])('of %s are %j', (id, scopes) => {
    expect(scopesOf(routeOf(id))).toEqual(scopes)
  })

  it('let reading do nothing but read, and never read mail', () => {
    const read = openedBy('Read')
    expect(read.filter((id) => routeOf(id).method !== 'GET')).toEqual([])
    expect(
      routes.filter(({ id, method }) => method === 'GET' && !read.includes(id)).map(({ id }) => id),
    ).toEqual(['mail.outbox', 'rehearsal.read', 'rehearsal.cast'])
  })

  it('give those who watch nothing that is for administrators', () => {
    expect(openedBy('Monitor').filter((id) => routeOf(id).access === 'admin')).toEqual([])
    expect(routes.filter(({ access }) => access === 'monitor').map(({ id }) => id)).toEqual(
      openedBy('Monitor').filter((id) => routeOf(id).access === 'monitor'),
    )
  })

  it('let no part redirect the mail of others', () => {
    for (const id of ['mail.outbox', 'setting.editMailServer'])
      expect(all.filter((scope) => opensRoute([scope], routeOf(id)))).toEqual(['Everything'])
  })

  it('divide what administrators do among the parts, each to one', () => {
    const parts: TokenScope[] = ['Games', 'Users', 'Platform']
    const isWhole = (id: string): boolean =>
      ['mail.outbox', 'setting.editMailServer'].includes(id) || id.startsWith('rehearsal.')
    for (const route of routes.filter(({ access, id }) => access === 'admin' && !isWhole(id)))
      expect([route.id, parts.filter((part) => opensRoute([part], route)).length]).toEqual([route.id, 1])
  })
})

describe('a token', () => {
  const some = fc.subarray(all)

  it('without a scope opens no route, and hears what monitors hear', () => {
    expect(routes.filter((route) => opensRoute([], route))).toEqual([])
    expect(coversMonitorHub([])).toBe(true)
  })

  it.each([
    [['Everything'], true],
    [['Read'], true],
    [['Monitor'], true],
    [['Games', 'Users', 'Platform'], false],
  ] as const)('of %j hears monitors: %s', (scopes, hears) => {
    expect(coversMonitorHub(scopes)).toBe(hears)
  })

  it('opens with more scopes never less, and may give away only what opens no more', () => {
    fc.assert(
      fc.property(some, some, fc.constantFrom(...routes), (own, wanted, route) => {
        if (opensRoute(own, route)) expect(opensRoute([...own, ...wanted], route)).toBe(true)
        if (!coversScopes(own, wanted)) return
        if (opensRoute(wanted, route)) expect(opensRoute(own, route)).toBe(true)
        if (coversMonitorHub(wanted)) expect(coversMonitorHub(own)).toBe(true)
      }),
    )
  })

  it('may give away itself, and with everything anything', () => {
    fc.assert(
      fc.property(some, (scopes) => {
        expect(coversScopes(scopes, scopes)).toBe(true)
        expect(coversScopes(['Everything'], scopes)).toBe(true)
      }),
    )
    expect(coversScopes(['Platform'], ['Everything'])).toBe(false)
    expect(coversScopes(['Platform'], ['Platform', 'Users'])).toBe(false)
    expect(coversScopes(['Platform'], [])).toBe(false)
  })

  it('has to do only with accounts that open no more than it does', () => {
    const roles = ['Banned', 'User', 'Monitor', 'Admin'] as const
    const covered = (...own: TokenScope[]) => roles.filter((role) => coversRole(own, role))
    expect(covered('Everything')).toEqual(roles)
    expect(covered('Users', 'Monitor')).toEqual(['Banned', 'User', 'Monitor'])
    expect(covered('Users', 'Read', 'Games', 'Platform')).toEqual(['Banned', 'User'])
  })
})

describe('personal data', () => {
  it.each([
    ['User', undefined, false],
    ['Monitor', undefined, false],
    ['Monitor', ['Everything'], false],
    ['Admin', undefined, true],
    ['Admin', ['Everything'], true],
    ['Admin', ['Read'], true],
    ['Admin', ['Games'], true],
    ['Admin', ['Monitor', 'Games'], true],
    ['Admin', ['Monitor', 'Platform'], false],
    ['Admin', [], false],
  ] as const)('of players is shown to %s with the scopes %j: %s', (role, scopes, shown) => {
    expect(seesPersonalData({ role, ...(scopes === undefined ? {} : { token: { scopes } }) })).toBe(shown)
  })
})
