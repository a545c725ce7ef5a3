import { addressOf, type Call, headersOf, jsonOf, Missing, Refused } from './call.ts'
import { type Asked, type Door, doors, expectSame, type Verdict } from './doors.ts'
import type { Known, Needs, Rules } from './known.ts'

export const needsOf = ({ method, target }: Call): Needs => {
  const nothing: Needs = { container: null, networks: false, host: false, instance: null }
  try {
    const { door, name } = doorOf(method, addressOf(target).path)
    return { ...nothing, ...door.needs?.(name) }
  } catch (error) {
    if (error instanceof Refused) return nothing
    throw error
  }
}

/** Pure: `known` holds what `needsOf` asks for. */
export const judge = (call: Call, known: Known, rules: Rules): Verdict => {
  try {
    const { path, query } = addressOf(call.target)
    const { door, name } = doorOf(call.method, path)
    expectQuery(query, door.query ?? {})
    const headers = headersOf(call, door.headers ?? [])
    if (door.hasBody !== true) expectNoBody(call.body, query)
    const opened = door.open({ name, query, headers, body: call.body }, known, rules)
    return 'kind' in opened ? opened : { kind: 'send', outgoing: opened }
  } catch (error) {
    if (error instanceof Missing) return { kind: 'missing', why: error.message }
    if (error instanceof Refused) return { kind: 'refuse', status: error.status, why: error.message }
    throw error
  }
}

const doorOf = (method: string, path: string): { door: Door; name: string } => {
  for (const door of doors) {
    const [whole, name = ''] = (door.method === method ? door.path.exec(path) : null) ?? []
    if (whole !== undefined) return { door, name }
  }
  throw new Refused('this call is not one of ours')
}

const expectQuery = (query: Asked['query'], wanted: Readonly<Record<string, RegExp>>): void => {
  const beyond = Object.keys(query).find((name) => !Object.hasOwn(wanted, name))
  if (beyond !== undefined) throw new Refused(`the parameter ${beyond} is not one of ours`)
  for (const [name, pattern] of Object.entries(wanted))
    if (!pattern.test(query[name] ?? '')) throw new Refused(`the parameter ${name} is not as we give it`)
}

const expectNoBody = (body: string, query: Asked['query']): void => {
  if (body !== '') expectSame(jsonOf(body, 'the body'), { ...query }, 'this call has no body')
}
