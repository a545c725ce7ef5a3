import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TeamInfo } from '@pennant/contract/team'
import { samplePng } from '../kit/sample-image.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ settings: { DISABLE_RATE_LIMIT: 'false' } })
})
afterAll(() => world.close())

const begin = (who: Person, method: string, path: string, headers: Record<string, string>): ClientRequest => {
  const begun = request(world.origin + path, {
    method,
    headers: { cookie: `pennant_session=${who.cookie()}`, ...headers },
  })
  begun.flushHeaders()
  return begun
}

const answerTo = async (sent: ClientRequest): Promise<{ status: number; text: string }> => {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, text: await text(answer) }
}

const teamOf = (name: string): string => JSON.stringify({ name })

const post = (who: Person, body: string): ClientRequest =>
  begin(who, 'POST', '/api/team', {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  })

/** Later requests have been answered, so the server has this one. */
const arrived = async (sent: ClientRequest, who: Person): Promise<void> => {
  const [socket] = (await once(sent, 'socket')) as [Socket]
  if (socket.connecting) await once(socket, 'connect')
  for (let trip = 0; trip < 3; trip++) expect((await who.get('/api/account/profile')).status).toBe(200)
}

describe('a request that waits for its turn', () => {
  it('gets nothing by a session that has ended meanwhile', async () => {
    const person = await world.person()
    const [first, second] = [teamOf('first'), teamOf('second')]
    const slow = post(person, first)
    await arrived(slow, person)
    const waiting = post(person, second)
    waiting.end(second)
    await arrived(waiting, person)
    const answers = [answerTo(slow), answerTo(waiting)]
    await world.core.sessions.endAll(person.id)
    slow.end(first)
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses).toEqual([200, 401])
  })
})

describe('an upload that takes its time', () => {
  it('does not change the avatar of a team that has another captain by then', async () => {
    const [captain, heir] = [await world.person(), await world.person()]
    const team = (await captain.post<TeamInfo>('/api/team', { name: 'relay' })).body
    const code = (await captain.get<string>(`/api/team/${team.id}/invite`)).body
    expect((await heir.post('/api/team/accept', code)).status).toBe(200)

    const png = Buffer.from(await samplePng())
    const head = Buffer.from(
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n',
    )
    const body = Buffer.concat([head, png, Buffer.from('\r\n--x--\r\n')])
    const slow = begin(captain, 'PUT', `/api/team/${team.id}/avatar`, {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(body.length),
    })
    const answer = answerTo(slow)
    slow.write(body.subarray(0, 200))
    const handedOver = await captain.put(`/api/team/${team.id}/transfer`, { newCaptainId: heir.id })
    expect(handedOver.status).toBe(200)
    slow.end(body.subarray(200))
    expect((await answer).status).toBe(403)
    expect((await heir.get<TeamInfo>(`/api/team/${team.id}`)).body.avatar).toBeNull()
  })
})
