import type { Route } from '@pennant/contract/route'
import { byBreadth } from '../../kit/breadth.ts'
import type { Client } from '../../kit/client.ts'
import type { World } from '../../kit/world.ts'
import type { Request } from './example.ts'
import { changesSince, type Mark, mark, writtenSince } from './rows.ts'
import { faultsOfRefusal } from './verdict.ts'

export type Attempt = { says: string; as: Client; request: Request; status?: number }

export const send = <T = unknown>(as: Client, { method, path, query, headers, content }: Request) =>
  as.call<T>(method, query === '' ? path : `${path}?${query}`, {
    headers: { 'accept-language': 'zh-CN', ...headers },
    ...(content === undefined ? {} : { raw: content }),
  })

/** The sweep of instances may still change rows because of earlier calls. */
export const markWhenIdle = async ({ app, db }: World): Promise<Mark> => {
  await app.modules.instances.sweep()
  return mark(db)
}

/** With breadth one by one, since concurrent attempts may undo each other. */
const atOnce = byBreadth(16, 1)

/** Repeats a batch that wrote anything one by one, to name the attempt that did. */
export const refuseAll = async (
  world: World,
  route: Route,
  attempts: Iterable<Attempt>,
  batchSize: number = atOnce,
): Promise<string[]> => {
  const all = [...attempts]
  if (batchSize === 1) return refuseOneByOne(world, route, all)
  const faults: string[] = []
  let before = await markWhenIdle(world)
  for (let from = 0; from < all.length; from += batchSize) {
    const batch = all.slice(from, from + batchSize)
    const answered = await Promise.all(batch.map((attempt) => refuse(route, attempt)))
    faults.push(...answered.flat())
    if ((await writtenSince(world.db, before)).length === 0) continue
    const changes = await changesSince(world.db, before)
    const named = await refuseOneByOne(world, route, batch)
    faults.push(...named.filter((fault) => !faults.includes(fault)))
    for (const change of changes)
      if (!named.some((fault) => fault.endsWith(change)))
        faults.push(`one of ${batch.map(({ says }) => says).join(' | ')}: ${change}`)
    before = await markWhenIdle(world)
  }
  return faults
}

const refuseOneByOne = async (
  world: World,
  route: Route,
  attempts: readonly Attempt[],
): Promise<string[]> => {
  const faults: string[] = []
  let before = await markWhenIdle(world)
  for (const attempt of attempts) {
    faults.push(...(await refuse(route, attempt)))
    const changes = await changesSince(world.db, before)
    faults.push(...changes.map((change) => `${attempt.says}: ${change}`))
    if (changes.length > 0) before = await markWhenIdle(world)
  }
  return faults
}

const refuse = async (route: Route, { says, as, request, status }: Attempt): Promise<string[]> => {
  const answer = await send(as, request)
  const otherStatus =
    status === undefined || status === answer.status ? [] : [`answered ${answer.status}, not ${status}`]
  return [...otherStatus, ...faultsOfRefusal(answer, route)].map((fault) => `${says}: ${fault}`)
}

export const failures = (world: World): string[] => world.said.filter((line) => /"level":(50|60)/.test(line))

export const expectHealthy = (world: World): void => {
  const lines = failures(world)
  if (lines.length > 0) throw new Error(`The server failed:\n${lines.join('\n')}`)
}
