import { answerTo, type Budgets, compare, copyOf, findingsOf, type Sides } from './beside-bare.ts'
import { callerOf, type LoadedEvent } from './loader/loaded-event.ts'
import type { Finding } from './scenario.ts'
import { getRequest } from '@pennant/load/request'

const players = 200
const measureMs = 500

type Reading = {
  what: string
  loaded: LoadedEvent
  paths(player: number): readonly string[]
  budgets: Budgets
}

/** Players with sessions ask in turn, so that the answers differ as they do in use. */
export const readAsPlayers = async (
  sides: Sides,
  { what, loaded, paths, budgets }: Reading,
): Promise<Finding[]> => {
  const { site } = sides.ours
  const requests = Array.from({ length: players }, (_, player) => {
    const user = loaded.event.teams[player]?.members[0] ?? 0
    return paths(player).map((path) => getRequest(path, callerOf(loaded, user, site)))
  }).flat()
  const answers = []
  for (const request of requests) answers.push(copyOf(await answerTo(site, request)))
  const refused = answers.find(({ status }) => status !== 200)
  if (refused !== undefined) throw new Error(`a player was answered with ${refused.status}`)
  await sides.bare.prepare(answers)
  const bytes = answers.reduce((sum, { body }) => sum + body.length, 0) / answers.length
  const comparison = await compare(sides, { requests, expected: 200, measureMs })
  return findingsOf(`${what} (${(bytes / 1024).toFixed(1)} KiB)`, comparison, budgets)
}
