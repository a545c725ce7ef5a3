import type { Route } from '@pennant/contract/route'
import type { Client } from '../../kit/client.ts'
import type { World } from '../../kit/world.ts'
import type { Request } from './example.ts'
import { changesSince, mark } from './rows.ts'
import { faultsOfRefusal } from './verdict.ts'

/** One attempt, what it tries, and the status it has to get where not any refusal will do. */
export type Attempt = { says: string; as: Client; request: Request; status?: number }

export const send = <T = unknown>(as: Client, { method, path, query, headers, content }: Request) =>
  as.call<T>(method, query === '' ? path : `${path}?${query}`, {
    headers: { 'accept-language': 'zh-CN', ...headers },
    ...(content === undefined ? {} : { raw: content }),
  })

/**
 * Makes attempts one after the other that all have to be refused, and says what went wrong: the answer
 * was none of the wire's, or a row changed. Best shown all at once.
 */
export const refuseAll = async (
  world: World,
  route: Route,
  attempts: Iterable<Attempt>,
): Promise<string[]> => {
  const faults: string[] = []
  let before = await mark(world.db)
  for (const { says, as, request, status } of attempts) {
    const answer = await send(as, request)
    const changes = await changesSince(world.db, before)
    const otherStatus =
      status === undefined || status === answer.status ? [] : [`answered ${answer.status}, not ${status}`]
    for (const fault of [...otherStatus, ...faultsOfRefusal(answer, route), ...changes])
      faults.push(`${says}: ${fault}`)
    if (changes.length > 0) before = await mark(world.db)
  }
  return faults
}

/** Lines of the process's own log that tell of a fault of ours. */
export const failures = (world: World): string[] => world.said.filter((line) => /"level":(50|60)/.test(line))

/** After each test: nothing of what it did was a fault of ours. */
export const mustBeWell = (world: World): void => {
  const lines = failures(world)
  if (lines.length > 0) throw new Error(`The server failed:\n${lines.join('\n')}`)
}
