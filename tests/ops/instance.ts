import WebSocket from 'ws'
import { expect, onTestFinished } from 'vitest'
import { type TestDocker, startDocker } from '../kit/docker.ts'
import { imageName, importServices, servicePort, type ServiceName } from '../kit/docker-image.ts'
import { ask } from '../kit/docker-request.ts'
import { callOk, type Game, gameEnvironment, makeGame, type Player } from './game.ts'
import { embeddedSql } from './sql.ts'

export async function openDocker(
  services: readonly ServiceName[],
  settings?: Record<string, unknown>,
): Promise<TestDocker> {
  const docker = await startDocker(settings)
  onTestFinished(() => docker.stop())
  await importServices(socketOf(docker), services)
  return docker
}

export const socketOf = ({ uri }: TestDocker): string => uri.replace('unix://', '')

export const instanceEnvironment = ({ uri }: TestDocker): NodeJS.ProcessEnv => ({
  ...gameEnvironment,
  PENNANT_CONTAINERPROVIDER__TYPE: 'Docker',
  PENNANT_CONTAINERPROVIDER__DOCKERCONFIG__URI: uri,
  PENNANT_CONTAINERPROVIDER__PORTMAPPINGTYPE: 'PlatformProxy',
})

export type InstanceGame = Game & { served: readonly number[] }

type Wanted = { teams: number; services: readonly ServiceName[]; more?: Record<string, unknown> }

export async function makeInstanceGame(
  site: string,
  { teams, services, more = {} }: Wanted,
): Promise<InstanceGame> {
  const game = await makeGame(site, { teams, challenges: 0, settings: { containerCountLimit: 0 } })
  const served: number[] = []
  for (const service of services) served.push(await addService(site, game, imageName(service), more))
  return { ...game, served }
}

export async function addService(
  site: string,
  game: Game,
  image: string,
  more: Record<string, unknown> = {},
): Promise<number> {
  const all = `${site}/api/edit/games/${game.id}/challenges`
  const { id } = await callOk<{ id: number }>('POST', all, game.admin, {
    title: `Service in ${image}`,
    category: 'Pwn',
    type: 'DynamicContainer',
  })
  await callOk('PUT', `${all}/${id}`, game.admin, {
    containerImage: image,
    exposePort: servicePort,
    memoryLimit: 64,
    cpuCount: 5,
    storageLimit: 0,
    ...more,
  })
  await callOk('PUT', `${all}/${id}`, game.admin, { isEnabled: true })
  return id
}

export type Outcome = { status: number; code?: string; entry?: string }

/** Null when the server no longer answers. */
export async function startInstance(
  site: string,
  { id }: { id: number },
  { cookie }: Player,
  challenge: number,
): Promise<Outcome | null> {
  try {
    const response = await fetch(`${site}/api/game/${id}/container/${challenge}`, {
      method: 'POST',
      headers: { cookie },
    })
    const { code, entry } = (await response.json()) as Omit<Outcome, 'status'>
    return { status: response.status, ...(code && { code }), ...(entry && { entry }) }
  } catch (error) {
    // `fetch` throws a TypeError when the server is gone; anything else is a wrong answer.
    if (error instanceof TypeError || error instanceof SyntaxError) return null
    throw error
  }
}

type Written = { id: string; status: string; runtimeId: string | null }

export const readRows = (dataDir: string): Promise<Written[]> =>
  embeddedSql(dataDir)('select id, status, runtime_id as "runtimeId" from container order by id')

export async function readBoth(dataDir: string, docker: TestDocker) {
  const rows = await readRows(dataDir)
  const found: { Id: string; State: string }[] = JSON.parse(
    await ask(socketOf(docker), 'GET', '/containers/json?all=1'),
  )
  return { rows, found }
}

export async function expectNoOrphans(
  dataDir: string,
  docker: TestDocker,
  timeout = 60_000,
): Promise<number> {
  let count = 0
  const differences = async () => {
    const { rows, found } = await readBoth(dataDir, docker)
    const [written, there] = [new Set(rows.map((row) => row.runtimeId)), new Set(found.map(({ Id }) => Id))]
    count = rows.length
    return {
      unfinished: rows.filter(({ status }) => status !== 'Running'),
      missing: rows.filter(({ runtimeId }) => !there.has(runtimeId ?? '')),
      orphaned: found.filter(({ Id, State }) => !written.has(Id) || State !== 'running'),
    }
  }
  await expect
    .poll(differences, { timeout, interval: 250 })
    .toEqual({ unfinished: [], missing: [], orphaned: [] })
  return count
}

export function echoed(site: string, entry: string, words: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${site.replace('http', 'ws')}/api/proxy/${entry}`)
    let said = ''
    socket.on('open', () => socket.send(words))
    socket.on('message', (bytes: Buffer) => {
      said += bytes.toString()
      if (said.length >= words.length) socket.close()
    })
    socket.on('error', reject).on('close', () => resolve(said))
  })
}
