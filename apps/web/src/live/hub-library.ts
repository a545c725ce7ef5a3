import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import type { HubOptions, OpenHub } from './hub-socket.ts'

/** For networks that let no sockets through. */
export const openByLibrary = async (
  { url, hear, signal }: HubOptions,
  events: readonly string[],
): Promise<OpenHub> => {
  const connection = new HubConnectionBuilder().withUrl(url).configureLogging(LogLevel.None).build()
  for (const event of events) connection.on(event, (payload: unknown) => hear(event, payload))
  const stop = (): void => void connection.stop()
  signal.addEventListener('abort', stop)
  const ended = new Promise<void>((resolve) => connection.onclose(() => resolve()))
  void ended.then(() => signal.removeEventListener('abort', stop))
  await connection.start().catch((error: unknown) => {
    signal.removeEventListener('abort', stop)
    throw error
  })
  return { ended }
}
