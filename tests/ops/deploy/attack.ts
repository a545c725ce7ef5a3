import { type ChildProcess, spawn } from 'node:child_process'
import { expect } from 'vitest'
import { type Internet, openInternet } from '../../kit/docker-internet.ts'
import { ask } from '../../kit/docker-request.ts'
import {
  addressOf,
  hostAddresses,
  named,
  type ProbeTarget,
  reached,
  reachedFromHost,
  switchIpv6On,
} from '../../kit/isolation-probe.ts'
import { manualPage } from '../../kit/manual.ts'
import type { Game, Player } from '../game.ts'
import { startInstance } from '../instance.ts'
import type { Machine } from './stack.ts'
import type { TlsSite } from './tls-site.ts'

export const modes = ['Open', 'Isolated', 'Custom'] as const
export type Mode = (typeof modes)[number]

const rows = {
  neighbor: 'Other instances of its network',
  otherNetwork: 'Instances in the networks of other modes',
  host: 'The Docker host by any of its addresses',
  metadata: '169.254.169.254',
  internet: 'The internet',
} as const
type Target = ProbeTarget & { what: keyof typeof rows }

/** The first table of the manual: what holds where the Docker proxy sets packet rules. */
async function readTable(): Promise<(what: keyof typeof rows, mode: Mode) => string> {
  const lines = (await manualPage('operator/docker.md'))
    .split('**Nobody sets packet rules**')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('*', '')))
  return (what, mode) => {
    const found = lines?.find(([, name]) => name?.startsWith(rows[what]))
    const head = lines?.find(([, name]) => name === 'What an instance tries')
    const cell = found?.[head?.indexOf(mode) ?? 0]
    if (cell === undefined) throw new Error(`the manual says nothing of ${rows[what]} for ${mode}`)
    return cell
  }
}

export type Attacked = {
  machine: Machine
  site: TlsSite
  game: Game
  /** A challenge of each mode, whose instances run what they are sent. */
  shells: Readonly<Record<Mode, number>>
}

const otherPorts = [3000, 5432]

/** What listens around the instances: on the host, in the internet, and where clouds tell machines about themselves. */
export async function openSurroundings({ docker }: Machine): Promise<{ internet: Internet; close(): void }> {
  const internet = await openInternet(docker)
  const words = [process.execPath, '-e', internet.listener, ...otherPorts.map(String)]
  const listening: ChildProcess = spawn(...docker.inside(...words), { stdio: 'ignore' })
  return { internet, close: () => void listening.kill() }
}

/** Tries the whole table from inside instances of players, and returns how many targets were tried. */
export async function attackEverything(
  { machine, site, game, shells }: Attacked,
  internet: Internet,
): Promise<number> {
  const { docker } = machine
  const table = await readTable()
  const [attacker, victim] = [game.players[0], game.players[2]]
  if (attacker === undefined || victim === undefined) throw new Error('the game is too small')
  const start = async (player: Player, mode: Mode) => {
    const before = new Set((await instancesOf(machine)).map(({ Id }) => Id))
    const started = await startInstance(site.site, game, player, shells[mode])
    expect(started).toMatchObject({ status: 200 })
    const added = (await instancesOf(machine)).filter(({ Id }) => !before.has(Id))
    expect(added).toHaveLength(1)
    return { entry: started?.entry ?? '', id: added[0]?.Id ?? '' }
  }
  const victims = new Map<Mode, string>()
  for (const mode of modes) victims.set(mode, (await start(victim, mode)).id)
  const targets = await surroundingsOf(machine, internet)
  let count = 0
  for (const mode of modes) {
    const { entry, id } = await start(attacker, mode)
    await switchIpv6On(docker, id)
    const tried = [...targets]
    for (const [other, container] of victims) {
      const what = other === mode ? 'neighbor' : 'otherNetwork'
      tried.push({ what, host: await addressOf(docker, container), port: 7000 })
    }
    const found = await reached((script) => site.exchange(entry, `${script}\nexit\n`), tried)
    const told = (word: string): string[] => named(tried.filter(({ what }) => table(what, mode) === word))
    expect({ mode, found: found.filter((name) => told('closed').includes(name)) }).toEqual({
      mode,
      found: [],
    })
    expect(found).toEqual(expect.arrayContaining(told('reached')))
    // All of them are there.
    const plain = tried.filter(({ host }) => !host.includes('%'))
    expect(await reachedFromHost(docker, plain)).toEqual(named(plain))
    count += tried.length
  }
  // Players get there through the site, so nothing is published.
  expect((await instancesOf(machine)).flatMap(({ Ports }) => Ports.filter((p) => p.PublicPort))).toEqual([])
  return count
}

type Listed = { Id: string; Labels: Record<string, string>; Ports: { PublicPort?: number }[] }

const instancesOf = async ({ socket }: Machine): Promise<Listed[]> => {
  const all: Listed[] = JSON.parse(await ask(socket, 'GET', '/containers/json'))
  return all.filter(({ Labels }) => 'pennant.instance' in Labels)
}

/** Services of compose count as the host: an instance has no way to any of them. */
async function surroundingsOf(machine: Machine, internet: Internet): Promise<Target[]> {
  const { docker } = machine
  const address = async (service: string): Promise<string> =>
    addressOf(docker, await machine.container(service))
  const services = [
    { host: await address('server-1'), port: 8080 },
    { host: await address('proxy'), port: 443 },
    { host: await address('redis'), port: 6379 },
  ]
  const hosts = await hostAddresses(docker)
  return [
    ...[...services, ...hosts.flatMap((host) => otherPorts.map((port) => ({ host, port })))].map(
      (target) => ({ what: 'host' as const, ...target }),
    ),
    // The site itself, at the addresses that players use.
    ...hosts
      .filter((host) => !host.includes(':'))
      .map((host) => ({ what: 'host' as const, host, port: 443 })),
    { what: 'metadata', host: internet.metadata, port: 80 },
    { what: 'internet', host: internet.address, port: 80 },
  ]
}
