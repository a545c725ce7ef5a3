import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { DaemonFault } from './fault.ts'

const longestLine = 1_000_000

/** `silentMs`: fails after this long without data. Always closes the stream. */
export async function* linesOf(
  stream: NodeJS.ReadableStream,
  { silentMs }: { silentMs?: number } = {},
): AsyncGenerator<unknown, void, undefined> {
  const decoder = new StringDecoder('utf8')
  const guard = silenceGuard(stream, silentMs)
  let text = ''
  try {
    for await (const chunk of stream) {
      guard.heard()
      text += typeof chunk === 'string' ? chunk : decoder.write(chunk)
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      if (text.length > longestLine) throw new DaemonFault(null, 'The Docker daemon sends unreadable data')
      for (const line of lines) yield* valueOf(line)
    }
    yield* valueOf(text)
  } catch (error) {
    if (guard.isSilent()) throw new DaemonFault(null, 'The Docker daemon has been silent for too long')
    throw broken(error)
  } finally {
    guard.end()
  }
}

export const hangUp = (stream: NodeJS.ReadableStream): void => {
  if (stream instanceof Readable) stream.destroy(Object.assign(new Error('hung up'), { code: 'HUNG_UP' }))
}

function* valueOf(line: string): Generator {
  if (line.trim() === '') return
  try {
    yield JSON.parse(line)
  } catch {
    // Lines that are not JSON say nothing about the result.
  }
}

const broken = (error: unknown): unknown =>
  error instanceof Error && 'code' in error
    ? new DaemonFault(null, `The Docker daemon closed the connection (${String(error.code)})`, error)
    : error

type SilenceGuard = { heard(): void; isSilent(): boolean; end(): void }

const silenceGuard = (stream: NodeJS.ReadableStream, silentMs: number | undefined): SilenceGuard => {
  let silent = false
  const giveUp = (): void => {
    silent = true
    hangUp(stream)
  }
  const timer = silentMs === undefined ? undefined : setTimeout(giveUp, silentMs)
  return { heard: () => void timer?.refresh(), isSilent: () => silent, end: () => clearTimeout(timer) }
}
