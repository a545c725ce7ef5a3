import { describe, expect, it } from 'vitest'
import { routes } from './routes.ts'

const open = {
  'account.session': 'withoutSession',
  'file.download': 'unlessHeld',
  'scoreboard.changes': 'unlessHeld',
  'file.favicon': 'always',
  'game.list': 'always',
  'game.read': 'always',
  'game.recent': 'always',
  'info.captcha': 'always',
  'info.config': 'always',
  'notice.list': 'always',
  'post.latest': 'always',
  'post.list': 'always',
  'post.read': 'always',
  'scoreboard.ctftime': 'always',
  'scoreboard.read': 'always',
  'setup.status': 'always',
}

const own = {
  'account.changeEmail': 'register',
  'account.passwordReset': 'register',
  'account.recovery': 'register',
  'account.register': 'register',
  'game.list': 'query',
  'info.powChallenge': 'powChallenge',
  'instance.extend': 'container',
  'instance.start': 'container',
  'instance.stop': 'container',
  'post.list': 'query',
  'scoreboard.history': 'query',
  'scoreboard.historyOf': 'query',
  'scoreboard.historyOfTeam': 'query',
  'scoreboard.record': 'query',
  'setting.editCaptcha': 'trial',
  'setting.editMailServer': 'trial',
  'setup.administrator': 'register',
  'status.try': 'trial',
  'submission.submit': 'submit',
  'team.create': 'concurrency',
  'team.invitation': 'query',
}

describe('what a route counts against', () => {
  it('is the wide bucket of this process only for what anyone can read and memory answers', () => {
    const found = routes.flatMap((route) => (route.open === undefined ? [] : [[route.id, route.open]]))
    expect(Object.fromEntries(found)).toEqual(open)
    for (const { access, method, open: declared } of routes)
      if (declared !== undefined) expect([access, method]).toEqual(['anonymous', 'GET'])
  })

  it('is nothing only for connections to containers, which are counted apart', () => {
    const found = routes.filter(({ uncounted }) => uncounted === true).map(({ id }) => id)
    expect(found).toEqual(['proxy.team', 'proxy.test'])
  })

  it('is the limit of the whole site for everything else, and its own beside it', () => {
    const limits = routes.flatMap((route) => (route.limit === undefined ? [] : [[route.id, route.limit]]))
    expect(Object.fromEntries(limits)).toEqual(own)
  })
})
