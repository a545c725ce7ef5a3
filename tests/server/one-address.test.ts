import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ratePolicies } from '@pennant/contract/limit'
import { login, profileStatus } from '../kit/account.ts'
import type { Client } from '../kit/client.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'

const players = 40

let origin: World
let people: Person[]
beforeAll(async () => {
  origin = await createWorld()
  people = await Promise.all(Array.from({ length: players }, () => origin.person()))
})
afterAll(() => origin.close())

const processes: World[] = []
const another = async (): Promise<World> => {
  const started = await origin.another({ settings: { DISABLE_RATE_LIMIT: 'false' } })
  processes.push(started)
  return started
}
afterEach(async () => {
  for (const process of processes.splice(0)) await process.close()
})

let schools = 0
const newSchool = () => ({ 'x-forwarded-for': `198.51.100.${++schools}` })

type School = ReturnType<typeof newSchool>

const logIn = async (world: World, school: School, person: Person): Promise<Client> => {
  const client = world.visitor(school)
  for (const path of ['/api/config', '/api/account/session'])
    expect((await client.get(path)).status).toBe(200)
  expect((await login(client, person.userName)).status).toBe(200)
  return client
}

const useUp = async (world: World, school: School): Promise<() => Promise<void>> => {
  const { permits, queue } = ratePolicies.global
  const patience = new AbortController()
  let refused = (): void => undefined
  const full = new Promise<void>((resolve) => {
    refused = resolve
  })
  const calls = Array.from({ length: permits + queue + 1 }, () =>
    fetch(`${world.origin}/api/nothing`, { headers: school, signal: patience.signal }).then(
      ({ status }) => status === 429 && refused(),
      () => undefined,
    ),
  )
  await full
  return async () => {
    patience.abort()
    await Promise.all(calls)
  }
}

const moved = (client: Client, world: World, school: School): Client => {
  const there = world.visitor(school)
  there.setCookie(client.cookie() ?? '')
  return there
}

const profileOf = async (client: Client): Promise<unknown> =>
  (await client.get<{ profile: { userName: string } | null }>('/api/account/session')).body.profile?.userName

describe('forty players behind one address, whose anonymous calls are used up', { timeout: 120_000 }, () => {
  it('are known by the sessions that they have just begun', async () => {
    const [world, school] = [await another(), newSchool()]
    const clients = await Promise.all(people.map((person) => logIn(world, school, person)))
    const done = await useUp(world, school)
    expect(await Promise.all(clients.map(profileOf))).toEqual(people.map(({ userName }) => userName))
    expect(new Set(await Promise.all(clients.map(profileStatus)))).toEqual(new Set([200]))
    await done()
  })

  it('are known after a restart in the middle of it', async () => {
    const [before, school] = [await another(), newSchool()]
    const half = players / 2
    const early = await Promise.all(people.slice(0, half).map((person) => logIn(before, school, person)))
    await before.close()
    processes.splice(processes.indexOf(before), 1)

    const after = await another()
    const late = await Promise.all(people.slice(half).map((person) => logIn(after, school, person)))
    const done = await useUp(after, school)
    const clients = [...early.map((client) => moved(client, after, school)), ...late]
    expect(new Set(await Promise.all(clients.map(profileStatus)))).toEqual(new Set([200]))
    await done()
  })

  it('are known at the other process, too', async () => {
    const [here, there, school] = [await another(), await another(), newSchool()]
    const clients = await Promise.all(people.map((person) => logIn(here, school, person)))
    const done = [await useUp(there, school)]
    const elsewhere = clients.map((client) => moved(client, there, school))
    expect(new Set(await Promise.all(elsewhere.map(profileStatus)))).toEqual(new Set([200]))
    for (const one of done) await one()
  })
})
