import type { ContainerInspectInfo } from 'dockerode'
import type { ContainerOrder } from '../../../ports/containers.ts'
import type { Daemon } from './daemon.ts'
import { type Entry, entryOf } from './entry.ts'
import { cleaned, Refusal } from './fault.ts'
import { logOf } from './log.ts'
import { untilItListens } from '../readiness.ts'
import type { Way } from './surroundings.ts'
import { limited, until } from '../until.ts'

/** A service that does not listen by then is slow, or listens in another way. */
const listenWithinMs = 5_000
/** How long it has to live where this server cannot ask it. */
const settleMs = 1_500
const lastWords = { lines: 20, characters: 1_000 }

type Begun = { order: ContainerOrder; id: string; networkId: string; way: Way }

/** Stays until a container that has begun can be used: it lives, and listens or has had time enough to. */
export const passFirstMoments = async (
  daemon: Daemon,
  { order, id, networkId, way }: Begun,
  signal: AbortSignal,
): Promise<Entry> => {
  const look = async (): Promise<ContainerInspectInfo> => {
    const found = await daemon.ask((docker) => docker.getContainer(id).inspect())
    if (!found.State.Running) throw await exited(daemon, order, found)
    return found
  }
  const entry = entryOf(await look(), order, networkId, way)
  const enough = limited(signal, entry.isSeen ? listenWithinMs : settleMs, () => new Error('enough'))
  try {
    const end = ended(daemon, id, enough.signal)
    await Promise.race(entry.isSeen ? [end, untilItListens(entry, enough.signal)] : [end])
  } catch (error) {
    if (!enough.signal.aborted) throw error
  } finally {
    enough.end()
  }
  signal.throwIfAborted()
  await look()
  return entry
}

const ended = (daemon: Daemon, id: string, signal: AbortSignal): Promise<unknown> => {
  const options = { condition: 'not-running', abortSignal: signal } as const
  return until(
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
  const why = State.OOMKilled ? 'ran out of memory' : `ended by itself with code ${State.ExitCode}`
  const detail = `The service ${why}${words === '' ? ', without a word' : `: ${words}`}`
  return new Refusal('exited', cleaned(detail, flagsOf(order)))
}

/** Services write their flags down; whoever reads why they ended need not see them. */
const flagsOf = ({ environment }: ContainerOrder): string[] =>
  Object.entries(environment).flatMap(([name, value]) => (/flag/i.test(name) ? value : []))
