import type { BrowserContext, Route } from 'playwright-core'

/** Routes of ours alone; `*` stands for one part of a path. */
const ours = [
  'GET /api/account/session',
  'GET /api/setup',
  'POST /api/setup',
  'GET /api/game/*/challenges/*/attempts',
  'GET /api/game/*/overview',
  'GET /api/game/*/participations/*/traces',
  'GET /api/edit/games/*/challenges/*/container/log',
  'PUT /api/edit/games/*/challenges',
  'PUT /api/edit/games/*/participations',
  'POST /api/edit/games/*/challenges/updateaccepted',
  'POST /api/edit/games/*/copy',
  'DELETE /api/admin/users/*/sessions',
  'GET /api/admin/instances/provider',
  'GET /api/admin/instances/*/log',
  'POST /api/admin/instances/*/extend',
  'GET /api/admin/outbox',
  'DELETE /api/admin/outbox/*',
  'GET /api/admin/status',
  'POST /api/admin/status/*',
  'GET /api/tunnel/download',
].map((line) => {
  const [method = '', path = ''] = line.split(' ')
  return { method, path: new RegExp(`^${path.replaceAll('*', '[^/]+')}$`, 'i') }
})
/** What may be asked of the others; the rest has no effect there. */
const questions = ['count', 'skip', 'limit', 'hint', 'level', 'type', 'hidecontainer', 'filename', 'delete']
/** Members that nobody else's answers have. */
const members = new Set([
  'version',
  'enableAtUtc',
  'lacks',
  'code',
  'field',
  'holders',
  'references',
  'uploadTime',
])
const ids = new Set(['id', 'teamId', 'participationId', 'userId', 'challengeId'])
const entries = /^\/api\/game\/\d+\/(events|submissions)$/i

/**
 * Makes the server look, to this browser, as the existing platform does: what is ours alone is not there. A page is
 * the answer to every path that nobody knows, and 405 to every method but GET. Answers what was asked in vain.
 */
export const asExistingPlatform = async (context: BrowserContext): Promise<string[]> => {
  const vain: string[] = []
  await context.route(/\/api\//, async (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    const method = request.method()
    if (!ours.some((one) => one.method === method && one.path.test(pathname))) {
      // The page may be left at any moment.
      return plain(route, pathname).catch(() => undefined)
    }
    vain.push(`${method} ${pathname}`)
    return method === 'GET'
      ? route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>CTF</title>' })
      : route.fulfill({ status: 405, body: '' })
  })
  return vain
}

const plain = async (route: Route, pathname: string): Promise<void> => {
  const url = new URL(route.request().url())
  for (const name of [...url.searchParams.keys()])
    if (!questions.includes(name.toLowerCase())) url.searchParams.delete(name)
  const { 'if-match': _, ...headers } = await route.request().allHeaders()
  const response = await route.fetch({ url: url.href, headers, maxRedirects: 0 })
  const sent = new Headers(response.headers())
  sent.delete('x-total-count')
  if (pathname.startsWith('/api/edit/')) sent.delete('etag')
  if (sent.get('content-type')?.includes('json') !== true)
    return route.fulfill({ response, headers: Object.fromEntries(sent) })
  const isEntry = entries.test(pathname)
  const json = JSON.parse((await response.text()) || 'null', (name, value: unknown) =>
    members.has(name) || (isEntry && ids.has(name)) ? undefined : value,
  ) as unknown
  // What is sent now is of another length, and in no encoding.
  for (const name of ['content-length', 'content-encoding']) sent.delete(name)
  return route.fulfill({
    status: response.status(),
    headers: Object.fromEntries(sent),
    body: JSON.stringify(json),
  })
}
