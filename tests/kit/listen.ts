import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { hubEvents } from '@pennant/contract/hub'
import type { Person, World } from './world.ts'

export type Listener = {
  heard: [event: string, payload: unknown][]
  of<T>(event: keyof typeof hubEvents): T[]
  stop(): Promise<void>
}

export const listen = async (world: World, path: string, person?: Person): Promise<Listener> => {
  const client = new HubConnectionBuilder()
    .withUrl(
      world.origin + path,
      person === undefined ? {} : { headers: { Cookie: `pennant_session=${person.cookie()}` } },
    )
    .configureLogging(LogLevel.None)
    .build()
  const heard: [event: string, payload: unknown][] = []
  for (const event of Object.keys(hubEvents))
    client.on(event, (payload: unknown) => heard.push([event, payload]))
  await client.start()
  return {
    heard,
    of: <T>(event: string) => heard.flatMap(([name, payload]) => (name === event ? [payload as T] : [])),
    stop: () => client.stop(),
  }
}
