import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { actOf, acts, type LoggedAction, type shellActs } from '@pennant/contract/acts'
import { gamePermissions } from '@pennant/contract/enums'
import { routes } from '@pennant/contract/routes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../apps/server/src/ports/database.ts'
import { type ChangeRow, changesSince, newestChange } from '../kit/change-rows.ts'
import type { Answer } from '../kit/client.ts'
import {
  insertDivision,
  insertFlag,
  insertGame,
  insertTeam,
  insertUser,
  insertWriteup,
} from '../kit/factories.ts'
import { createInstanceSetup, type InstanceSetup } from '../kit/instance-setup.ts'
import { createOpenGame, type OpenGame } from '../kit/open-game.ts'
import { packageOf } from '../kit/package.ts'
import { endRehearsal, newRehearsal } from '../kit/rehearsal.ts'
import { setUpFactor } from '../kit/second-factor.ts'
import { samplePng } from '../kit/sample-image.ts'
import { createWorld, idleProgram, type Person } from '../kit/world.ts'

type Act = () => Promise<Answer>

const secret = 'never-shown'
const password = `Passw0rd-${secret}`
const flag = `flag{${secret}}`
const template = `flag{[GUID]-${secret}}`
const stranger = 'stranger'
const oneTeam = { teams: 1, duringGame: 'Begun' }

let setup: InstanceSetup
let admin: Person
let db: Db
let begun: OpenGame
/** Texts that were answered once and are never to be seen again. */
const told: string[] = []
beforeAll(async () => {
  setup = await createInstanceSetup({
    program: idleProgram,
    game: { title: 'Open', start_at: new Date(Date.now() + 3_600_000) },
  })
  ;({ admin } = setup)
  ;({ db } = setup.world)
  begun = await createOpenGame(setup.world, { title: 'Begun' })
})
afterAll(() => setup.close())

const since = (id: number): Promise<ChangeRow[]> => changesSince(db, id)

const bodyOf = async <T>(answer: Promise<Answer<T>>): Promise<T> => {
  const { status, body, text } = await answer
  expect(status, text).toBe(200)
  return body
}
const gameFor = async () => {
  const game = await insertGame(db, { start_at: new Date(Date.now() + 3_600_000), title: 'Of its own' })
  return { game, path: `/api/edit/games/${game.id}` }
}
const gameEdit = (title: string) => ({
  title,
  inviteCode: `code-${secret}`,
  start: Date.now() + 3_600_000,
  end: Date.now() + 7_200_000,
})
const editPath = (challenge: { id: number }): string =>
  `/api/edit/games/${setup.open.game.id}/challenges/${challenge.id}`
const png = async () => ({ name: 'image.png', bytes: await samplePng() })
const zip = () => [{ name: 'game.zip', bytes: packageOf(), type: 'application/zip' }]
const applied = () => setup.team({ status: 'Pending' })
const newStranger = () => insertUser(db, `${stranger}${randomUUID().slice(0, 6)}`)
const letter = async (about: string | null = null): Promise<string> => {
  const id = randomUUID()
  const now = new Date()
  await db
    .insertInto('mail')
    .values({
      ...{ id, kind: 'confirm', recipient: `${stranger}@players.example`, language: 'en-US' },
      ...{ subject: 'Confirm', html: secret, text: secret, state: 'outbox' },
      ...{ next_attempt_at: now, created_at: now, about },
    })
    .execute()
  return id
}
const captured = async (): Promise<string> => {
  const challenge = await setup.challenge({ enable_traffic_capture: true })
  const { participation } = await setup.team()
  await setup.world.adapters.blobs.put(
    `capture/${challenge.id}/${participation.id}/aaaaaaaaaaaa-1.pcap.gz`,
    Readable.from([Buffer.from('x')]),
    1,
  )
  return `/api/game/captures/${challenge.id}/${participation.id}`
}
const newToken = async (): Promise<string> => {
  const { token, info } = await bodyOf(
    admin.post<{ token: string; info: { id: string } }>('/api/tokens', { name: 'Script', scopes: ['Read'] }),
  )
  told.push(token)
  return info.id
}
const notice = async (path: string): Promise<string> =>
  `${path}/notices/${(await bodyOf(admin.post<{ id: number }>(`${path}/notices`, { content: 'Hello' }))).id}`

const adjustments = (): string => `/api/edit/games/${begun.game.id}/adjustments`
const pointsByHand = async () => {
  const { participation } = await begun.team()
  return { participationIds: [participation.id], points: 50, reason: 'For a bug report' }
}

const endedGame = async (): Promise<string> => {
  const end = Date.now() - 60_000
  const game = await insertGame(db, { start_at: new Date(end - 60_000), end_at: new Date(end) })
  return `/api/edit/games/${game.id}/results`
}

type Tested = Exclude<LoggedAction, 'planned challenges' | 'setup.administrator' | keyof typeof shellActs>

/** Prepares what the act needs and returns the act. */
const scenarios: Readonly<Record<Tested, () => Promise<Act>>> = {
  'game.create': async () => () => admin.post('/api/edit/games', gameEdit('New')),
  'game.update': async () => {
    const { path } = await gameFor()
    return () => admin.put(path, gameEdit('Renamed'))
  },
  'game.setPoster': async () => {
    const [{ path }, image] = [await gameFor(), await png()]
    return () => admin.upload('PUT', `${path}/poster`, 'file', [image])
  },
  'game.delete': async () => {
    const { path } = await gameFor()
    return () => admin.delete(path)
  },
  'adjustment.create': async () => {
    const sent = await pointsByHand()
    return () => admin.post(adjustments(), sent)
  },
  'adjustment.revoke': async () => {
    const [made] = await bodyOf(admin.post<{ id: number }[]>(adjustments(), await pointsByHand()))
    return () => admin.delete(`${adjustments()}/${made?.id}`, { reason: 'A mistake' })
  },
  'results.publish': async () => {
    const path = await endedGame()
    return () => admin.post(path, { note: 'Well played' })
  },
  'results.withdraw': async () => {
    const path = await endedGame()
    await bodyOf(admin.post(path, {}))
    return () => admin.delete(path, { reason: 'Too early' })
  },
  'division.create': async () => {
    const { path } = await gameFor()
    return () => admin.post(`${path}/divisions`, { name: 'Students', inviteCode: `code-${secret}` })
  },
  'division.update': async () => {
    const { game, path } = await gameFor()
    const { id } = await insertDivision(db, game)
    return () => admin.put(`${path}/divisions/${id}`, { defaultPermissions: gamePermissions.JoinGame })
  },
  'division.delete': async () => {
    const { game, path } = await gameFor()
    const { id } = await insertDivision(db, game)
    return () => admin.delete(`${path}/divisions/${id}`)
  },
  'challenge.create': async () => {
    const { path } = await gameFor()
    return () => admin.post(`${path}/challenges`, { title: 'Baby RSA' })
  },
  'challenge.update': async () => {
    const challenge = await setup.challenge()
    return () => admin.put(editPath(challenge), { title: 'Adult RSA', flagTemplate: template })
  },
  'challenge.delete': async () => {
    const challenge = await setup.challenge({ type: 'StaticAttachment', flags: [flag] })
    return () => admin.delete(editPath(challenge))
  },
  'challenge.setAttachment': async () => {
    const challenge = await setup.challenge({ type: 'StaticAttachment', flags: [flag] })
    const sent = { attachmentType: 'Remote', remoteUrl: 'https://files.example/a.zip' }
    return () => admin.post(`${editPath(challenge)}/attachment`, sent)
  },
  'challenge.addFlags': async () => {
    const challenge = await setup.challenge({ type: 'StaticAttachment' })
    return () => admin.post(`${editPath(challenge)}/flags`, [{ flag }])
  },
  'challenge.removeFlag': async () => {
    const challenge = await setup.challenge({ type: 'StaticAttachment' })
    const id = await insertFlag(db, challenge, flag)
    return () => admin.delete(`${editPath(challenge)}/flags/${id}`)
  },
  'challenge.order': async () => {
    const [one, other] = [await setup.challenge(), await setup.challenge()]
    const path = `/api/edit/games/${setup.open.game.id}/challenges`
    return () => admin.put(path, [other.id, one.id])
  },
  'instance.testStart': async () => {
    const challenge = await setup.challenge()
    return () => admin.post(`${editPath(challenge)}/container`)
  },
  'instance.testStop': async () => {
    const challenge = await setup.challenge()
    await bodyOf(admin.post(`${editPath(challenge)}/container`))
    return () => admin.delete(`${editPath(challenge)}/container`)
  },
  'instance.adminExtend': async () => {
    const id = await running()
    return () => admin.post(`/api/admin/instances/${id}/extend`)
  },
  'instance.adminDestroy': async () => {
    const id = await running()
    return () => admin.delete(`/api/admin/instances/${id}`)
  },
  'notice.create': async () => {
    const { path } = await gameFor()
    return () => admin.post(`${path}/notices`, { content: 'Hello' })
  },
  'notice.update': async () => {
    const path = await notice((await gameFor()).path)
    return () => admin.put(path, { content: 'Hello again' })
  },
  'notice.delete': async () => {
    const path = await notice((await gameFor()).path)
    return () => admin.delete(path)
  },
  'participation.join': async () => {
    const player = await setup.world.person()
    const team = await insertTeam(db, [player])
    return () => player.post(setup.open.path, { teamId: team.id })
  },
  'participation.leave': async () => {
    const { player } = await applied()
    return () => player.delete(setup.open.path)
  },
  'participation.edit': async () => {
    const { participation } = await applied()
    return () => admin.put(`/api/admin/participation/${participation.id}`, { status: 'Accepted' })
  },
  'participation.decideMany': async () => {
    const ids = [await applied(), await applied()].map(({ participation }) => participation.id)
    const path = `/api/edit/games/${setup.open.game.id}/participations`
    return () => admin.put(path, { ids, status: 'Accepted' })
  },
  'scoreboard.flush': async () => {
    const { path } = await gameFor()
    return () => admin.post(`${path}/scoreboard/flush`)
  },
  'scoreboard.updateAccepted': async () => {
    const { path } = await gameFor()
    return () => admin.post(`${path}/challenges/updateaccepted`)
  },
  'scoreboard.sheet': async () => () => admin.get(`${begun.path}/scoreboardsheet`),
  'submission.sheet': async () => () => admin.get(`${begun.path}/submissionsheet`),
  'writeup.downloadAll': async () => () => admin.get(`/api/admin/writeups/${begun.game.id}/all`),
  'writeup.deleteAll': async () => {
    const { participation } = await setup.team()
    await insertWriteup(setup.world, participation, { bytes: Buffer.from('pdf') })
    return () => admin.delete(`/api/edit/games/${setup.open.game.id}/writeups`)
  },
  'capture.delete': async () => {
    const path = await captured()
    return () => admin.delete(`${path}/aaaaaaaaaaaa-1.pcap.gz`)
  },
  'capture.deleteAll': async () => {
    const path = await captured()
    return () => admin.delete(`${path}/all`)
  },
  'transfer.copy': async () => {
    const { path } = await gameFor()
    return () => admin.post(`${path}/copy`, gameEdit('Copy'))
  },
  'transfer.import': async () => () => admin.upload('POST', '/api/edit/games/import', 'file', zip()),
  'transfer.importWithReport': async () => () =>
    admin.upload('POST', '/api/edit/games/import/report', 'file', zip()),
  'transfer.export': async () => {
    const { path } = await gameFor()
    return () => admin.post(`${path}/export`)
  },
  'post.create': async () => () => admin.post('/api/edit/posts', { title: 'News', content: 'None' }),
  'post.edit': async () => {
    const id = await bodyOf(admin.post<string>('/api/edit/posts', { title: 'News' }))
    return () => admin.put(`/api/edit/posts/${id}`, { isPinned: true })
  },
  'post.delete': async () => {
    const id = await bodyOf(admin.post<string>('/api/edit/posts', { title: 'News' }))
    return () => admin.delete(`/api/edit/posts/${id}`)
  },
  'file.upload': async () => {
    const files = [{ name: 'task.bin', bytes: new TextEncoder().encode(randomUUID()) }]
    return () => admin.upload('POST', '/api/assets', 'files', files)
  },
  'file.delete': async () => {
    const files = [{ name: 'task.bin', bytes: new TextEncoder().encode(randomUUID()) }]
    const [file] = await bodyOf(admin.upload<{ hash: string }[]>('POST', '/api/assets', 'files', files))
    return () => admin.delete(`/api/assets/${file?.hash}`)
  },
  'user.createMany': async () => {
    const name = `${stranger}${randomUUID().slice(0, 6)}`
    return () => admin.post('/api/admin/users', [{ userName: name, password, email: `${name}@a.example` }])
  },
  'user.update': async () => {
    const { id } = await newStranger()
    const sent = { email: `${stranger}${id}@b.example`, realName: stranger, role: 'Monitor' }
    return () => admin.put(`/api/admin/users/${id}`, sent)
  },
  'user.delete': async () => {
    const { id } = await newStranger()
    return () => admin.delete(`/api/admin/users/${id}`)
  },
  'user.endSessions': async () => {
    const { id } = await newStranger()
    return () => admin.delete(`/api/admin/users/${id}/sessions`)
  },
  'user.resetPassword': async () => {
    const { id } = await newStranger()
    return async () => {
      const answer = await admin.delete<string>(`/api/admin/users/${id}/password`)
      told.push(answer.body)
      return answer
    }
  },
  'user.removeFactor': async () => {
    const owner = await setup.world.person()
    told.push(...(await setUpFactor(setup.world, owner)).recoveryCodes)
    return () => admin.delete(`/api/admin/users/${owner.id}/second-factor`)
  },
  'team.adminUpdate': async () => {
    const { team } = await setup.team()
    return () => admin.put(`/api/admin/teams/${team.id}`, { name: `Renamed ${team.id}` })
  },
  'team.adminDelete': async () => {
    const { team } = await setup.team()
    return () => admin.delete(`/api/admin/teams/${team.id}`)
  },
  'team.delete': async () => {
    const player = await setup.world.person()
    const team = await insertTeam(db, [player])
    return () => player.delete(`/api/team/${team.id}`)
  },
  'token.create': async () => async () => {
    const answer = await admin.post<{ token: string }>('/api/tokens', { name: 'Script', scopes: ['Read'] })
    told.push(answer.body.token)
    return answer
  },
  'token.restore': async () => {
    const id = await newToken()
    await bodyOf(admin.delete(`/api/tokens/${id}`))
    return () => admin.post(`/api/tokens/${id}/restore`)
  },
  'token.revoke': async () => {
    const id = await newToken()
    return () => admin.delete(`/api/tokens/${id}`)
  },
  'setting.edit': async () => () =>
    admin.put('/api/admin/config', { globalConfig: { slogan: 'Another one' } }),
  'setting.setLogo': async () => {
    const image = await png()
    return () => admin.upload('POST', '/api/admin/config/logo', 'file', [image])
  },
  'setting.removeLogo': async () => {
    await bodyOf(admin.upload('POST', '/api/admin/config/logo', 'file', [await png()]))
    return () => admin.delete('/api/admin/config/logo')
  },
  'setting.editAddress': async () => () =>
    admin.put('/api/admin/config/address', { address: 'https://ctf.example' }),
  'setting.editMailServer': async () => () =>
    admin.put('/api/admin/config/mail', {
      ...{ host: 'mail.example', port: 25, security: 'none', userName: 'ctf', password },
      ...{ senderAddress: '', senderName: '' },
    }),
  'setting.editCaptcha': async () => () =>
    admin.put('/api/admin/config/captcha', {
      ...{ provider: 'HashPow', siteKey: '', secretKey: password, difficulty: 18 },
    }),
  'venue.set': async () => () => admin.put('/api/admin/venues', { network: '192.0.2.0/24', people: 50 }),
  'venue.remove': async () => {
    await bodyOf(admin.put('/api/admin/venues', { network: '198.51.100.0/24', people: 50 }))
    return () => admin.delete('/api/admin/venues?network=198.51.100.0%2F24')
  },
  'mail.outbox': async () => {
    await letter()
    return () => admin.get('/api/admin/outbox')
  },
  'mail.confirmFromOutbox': async () => {
    const id = await letter((await newStranger()).id)
    return () => admin.post(`/api/admin/outbox/${id}/confirm`)
  },
  'mail.deleteFromOutbox': async () => {
    const id = await letter()
    return () => admin.delete(`/api/admin/outbox/${id}`)
  },
  'status.backUpNow': async () => () => admin.post('/api/admin/status/backup/now'),
  'status.backup': async () => () => admin.post('/api/admin/status/backup', { name: 'nightly' }),
  'rehearsal.begin': async () => {
    await endRehearsal(admin)
    return () => admin.post('/api/rehearsal', oneTeam)
  },
  'rehearsal.run': () => endRehearsal(admin).then(() => () => admin.post('/api/rehearsal/run', oneTeam)),
  'rehearsal.end': async () => {
    const id = await newRehearsal(admin, 'Begun')
    return () => admin.post(`/api/rehearsal/${id}/end`, {})
  },
}

const running = async (): Promise<string> => {
  const challenge = await begun.challenge({
    type: 'DynamicContainer',
    container_image: 'registry.example/box:1',
    flags: [],
  })
  const { player } = await begun.team()
  await bodyOf(player.post(`${begun.path}/container/${challenge.id}`))
  return (await setup.untilRow(challenge, 'Running')).id
}

const expectShape = (row: ChangeRow, action: LoggedAction): void => {
  const { object, state } = actOf(action)
  expect(row.action).toBe(action)
  expect(row.object.split(':')[0]).toBe(object)
  const members = [row.before, row.after, row.sealed?.before ?? {}, row.sealed?.after ?? {}].flatMap((side) =>
    Object.keys(side),
  )
  expect(members.filter((member) => state?.properties?.[member] === undefined)).toEqual([])
  expect(members.length > 0, 'says what changed').toBe(state !== undefined)
}

describe('every act that changes something', () => {
  it.each(Object.entries(scenarios))(
    'leaves one row of the shape it declares: %s',
    async (action, prepare) => {
      const act = await prepare()
      const before = await newestChange(db)
      const { status, text } = await act()
      expect(status, text).toBeLessThan(300)
      const rows = await since(before)
      expect(rows.map((row) => row.action)).toEqual([action])
      for (const row of rows) expectShape(row, action as LoggedAction)
    },
  )

  it('includes the creation of the first administrator', async () => {
    const world = await createWorld()
    try {
      const sent = { userName: 'Boss', password, email: 'boss@players.example' }
      const token = await world.app.modules.setup.token()
      await bodyOf(world.visitor().post('/api/setup', { token, ...sent }))
      const [row, ...others] = await changesSince(world.db, 0)
      expect(others).toEqual([])
      expect(row).toMatchObject({ action: 'setup.administrator', actor_name: 'Boss' })
      if (row !== undefined) expectShape(row, 'setup.administrator')
    } finally {
      await world.close()
    }
  })

  it('is declared as logged for all routes of administrators and monitors that do more than read', () => {
    const staff = routes.filter(
      ({ method, access }) => method !== 'GET' && (access === 'admin' || access === 'monitor'),
    )
    const declared: Readonly<Record<string, unknown>> = acts
    expect(staff.length).toBeGreaterThan(50)
    expect(
      staff.filter(({ id }) => typeof declared[id] === 'string').map(({ id }) => [id, declared[id]]),
    ).toEqual([
      ['team.adminSearch', 'reads'],
      ['user.search', 'reads'],
      ['rehearsal.tell', 'record'],
      ['status.try', 'reads'],
    ])
  })
})

describe('the rows of all these acts', () => {
  it('show no flag, password, or token, in the database or in an answer', async () => {
    const rows = await since(0)
    expect(JSON.stringify(rows.map(({ sealed }) => sealed))).toContain(flag)
    const pages: string[] = []
    for (let skip = 0; skip < rows.length; skip += 100)
      pages.push((await admin.get(`/api/admin/changes?detail=true&skip=${skip}`)).text)
    const shown = [JSON.stringify(rows.map(({ sealed: _, ...row }) => row)), ...pages].join('')
    expect(shown).toContain('Baby RSA')
    expect(told.length).toBeGreaterThan(3)
    for (const text of [secret, ...told]) expect(shown).not.toContain(text)
  })

  it('hold nothing about other people', async () => {
    expect(JSON.stringify(await since(0))).not.toContain(stranger)
    const [changed] = (await since(0)).filter(({ action }) => action === 'user.update')
    expect(changed?.after).toMatchObject({ role: 'Monitor', personal: ['email', 'realName'] })
  })
})
