import type { ContainerInspectInfo } from 'dockerode'
import type { ContainerOrder, Remark } from '../../../ports/containers.ts'
import { isLocal } from './address.ts'
import type { Daemon } from './daemon.ts'
import { type Entry, entryOf } from './entry.ts'
import { cleaned, Refusal } from './fault.ts'
import { type Listeners, listenersOf, waitUntilOneListens } from './listener.ts'
import { logOf } from './log.ts'
import { waitUntilListening } from '../readiness.ts'
import type { Route } from './environment.ts'
import { limited, untilAborted } from '../../../kit/timeout.ts'

// A service that doesn't listen by then is slow or listens in another way.
const listenWithinMs = 5_000
// How long it must live where this server can't tell whether it listens.
const settleMs = 1_500
const lastWords = { lines: 20, characters: 1_000 }

type Begun = {
  order: ContainerOrder
  id: string
  networkId: string
  route: Route
  bindAddress: string | null
  gate: string | null
}
type CheckedStart = { readonly entry: Entry; readonly remarks: readonly Remark[] }

export const checkStart = async (
  daemon: Daemon,
  { order, id, networkId, route, bindAddress, gate }: Begun,
  signal: AbortSignal,
): Promise<CheckedStart> => {
  const look = async (): Promise<ContainerInspectInfo> => {
    const found = await daemon.ask((docker) => docker.getContainer(id).inspect())
    if (!found.State.Running) throw await exited(daemon, order, found)
    return found
  }
  const begun = await look()
  const entry = entryOf(begun, order, networkId, route, bindAddress)
  const listeners = isLocal(daemon.address) ? await listenersOf(begun.Id, begun.State.Pid) : null
  const sign = signOf(order, { ...entry, gate }, listeners)
  const enough = limited(signal, sign === null ? settleMs : listenWithinMs, () => new Error('enough'))
  let listens = false
  try {
    const end = ended(daemon, id, enough.signal)
    await Promise.race(sign === null ? [end] : [end, sign(enough.signal).then(() => (listens = true))])
  } catch (error) {
    if (!enough.signal.aborted) throw error
  } finally {
    enough.end()
  }
  signal.throwIfAborted()
  await look()
  return { entry, remarks: sign === null || listens ? [] : await remarksOf(order, listeners) }
}

// Some services handle one connection and end, so none is opened without need.
const signOf = (
  order: ContainerOrder,
  entry: Entry & Pick<Begun, 'gate'>,
  listeners: Listeners | null,
): ((signal: AbortSignal) => Promise<void>) | null => {
  if (listeners !== null) return (signal) => waitUntilOneListens(listeners, order.port, signal)
  return entry.isSeen && order.mayConnect ? (signal) => waitUntilListening(entry, signal) : null
}

const remarksOf = async ({ port }: ContainerOrder, listeners: Listeners | null): Promise<Remark[]> => {
  const found = (await listeners?.read()) ?? []
  if (found.some((one) => one.port === port)) return [{ code: 'LoopbackOnly', values: [] }]
  const others = new Set(found.filter(({ isLoopback }) => !isLoopback).map((one) => String(one.port)))
  return [{ code: 'NotListening', values: [...others].slice(0, mostPorts) }]
}

const mostPorts = 5

const ended = (daemon: Daemon, id: string, signal: AbortSignal): Promise<unknown> => {
  const options = { condition: 'not-running', abortSignal: signal } as const
  return untilAborted(
    daemon.ask((docker): Promise<unknown> => docker.getContainer(id).wait(options)),
    signal,
  )
}

const exited = async (
  daemon: Daemon,
  order: ContainerOrder,
  { Id, State }: ContainerInspectInfo,
): Promise<Refusal> => {
  const log = await logOf(daemon, Id, lastWords.lines).catch(() => null)
  const words = (log ?? '').trim().slice(-lastWords.characters)
  const why = State.OOMKilled ? 'ran out of memory' : `ended on its own with code ${State.ExitCode}`
  const detail = `The service ${why}${words === '' ? ', without a word' : `: ${words}`}`
  return new Refusal('exited', cleaned(detail, flagsOf(order)))
}

// Services write their flags to their output, which readers of the reason must not see.
const flagsOf = ({ environment }: ContainerOrder): string[] =>
  Object.entries(environment).flatMap(([name, value]) => (/flag/i.test(name) ? value : []))
