import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

const flag = process.env.PENNANT_FLAG ?? 'flag{this_is_not_the_real_one}'
const allowed = ['theme', 'units', 'alerts']
const sessions = new Map()

const page = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Berth 12</title>
<style>
  body { font: 17px/1.6 system-ui, sans-serif; max-width: 32rem; margin: 4rem auto; padding: 0 1.5rem;
         color: #e6f1ef; background: #0d1c26 }
  a { color: #59d9c0 } button, select { font: inherit; padding: .3rem .8rem } pre { color: #9fb6b8 }
</style>
<h1>Berth 12</h1>
<p>How shall the display look?
  <select id="mode"><option>dark</option><option>light</option></select>
  <button id="save">Save</button></p>
<pre id="answer"></pre>
<p><a href="/chart-room">Chart room</a> (pilots only)</p>
<script>
  save.onclick = async () => {
    const body = JSON.stringify({ theme: { mode: mode.value } })
    const headers = { 'content-type': 'application/json' }
    answer.textContent = await (await fetch('/preferences', { method: 'POST', headers, body })).text()
  }
</script>`

function merge(target, patch) {
  for (const [key, value] of Object.entries(patch)) {
    if (value !== null && typeof value === 'object') {
      target[key] ??= {}
      merge(target[key], value)
    } else {
      target[key] = value
    }
  }
}

function sessionOf(request, response) {
  const known = /berth=([\da-f-]{36})/.exec(request.headers.cookie ?? '')?.[1]
  if (sessions.has(known)) return sessions.get(known)
  const id = randomUUID()
  sessions.set(id, { preferences: { theme: { mode: 'dark' }, units: 'metres', alerts: {} } })
  response.setHeader('set-cookie', `berth=${id}; HttpOnly; SameSite=Lax`)
  return sessions.get(id)
}

async function answer(request, response) {
  const session = sessionOf(request, response)
  if (request.method === 'POST' && request.url === '/preferences') {
    let text = ''
    for await (const part of request) if ((text += part).length > 4096) return [413, 'Too much of a good thing.']
    const patch = JSON.parse(text)
    const strange = Object.keys(patch).find((key) => !allowed.includes(key))
    if (strange) return [400, `There is no preference called ${strange}.`]
    merge(session.preferences, patch)
    return [200, JSON.stringify(session.preferences, null, 2)]
  }
  if (request.url === '/chart-room')
    return session.pilot ? [200, `Welcome, pilot. ${flag}`] : [403, 'For pilots only.']
  return request.url === '/' ? [200, page, 'text/html'] : [404, 'There is no such room.']
}

createServer(async (request, response) => {
  const [status, text, type = 'text/plain'] = await answer(request, response).catch(() => [400, 'Pardon?'])
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(`${text}\n`)
}).listen(Number(process.env.PORT ?? 8080))
