import { isRecord } from '../docker/daemon.ts'
import { markOf } from '../docker/label.ts'
import { modeNamed } from '../docker/network-names.ts'
import { isOurs, type Rules } from './known.ts'
import type { Outgoing } from './doors.ts'

type Json = Readonly<Record<string, unknown>>

export const shownOf = (kind: NonNullable<Outgoing['answer']>, answer: unknown, rules: Rules): unknown => {
  if (kind === 'info') return picked(answer, ['NCPU', 'OperatingSystem', 'SecurityOptions'])
  if (kind === 'network') return networkOf(answer)
  const all = Array.isArray(answer) ? answer.filter(isRecord) : []
  return kind === 'containers'
    ? all.filter(({ Labels }) => markOf(Labels).installation === rules.installation)
    : all.filter((one) => isShown(one, rules)).map(networkOf)
}

const isShown = ({ Name, Labels }: Json, rules: Rules): boolean => {
  const mode = modeNamed(rules.prefix, String(Name))
  return mode !== null && isOurs({ mode, installation: markOf(Labels).installation }, rules)
}

const members = ['Id', 'Name', 'Created', 'Driver', 'Internal', 'Options', 'Labels', 'IPAM']

// Others may be in a network of the operator: a server learns how many, not who.
const networkOf = (answer: unknown): Json => {
  const { Containers } = isRecord(answer) ? answer : {}
  const containers = isRecord(Containers) ? Object.keys(Containers).map((_id, at) => [String(at), {}]) : []
  return { ...picked(answer, members), Containers: Object.fromEntries(containers) }
}

const picked = (answer: unknown, names: readonly string[]): Json =>
  Object.fromEntries(isRecord(answer) ? Object.entries(answer).filter(([name]) => names.includes(name)) : [])
