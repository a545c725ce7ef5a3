import type { ServerResponse } from 'node:http'
import type { StoreEvent, ObjectStore, Stored } from './fake-kubernetes-store.ts'

export type WatchQuery = {
  readonly collection: string
  readonly since: number
  readonly seconds: number
  readonly bookmarks: boolean
  readonly selects: (object: Stored) => boolean
}

export function streamWatch(store: ObjectStore, response: ServerResponse, query: WatchQuery): void {
  const { collection, since, seconds, bookmarks, selects } = query
  const send = (type: string, object: object): void =>
    void response.write(`${JSON.stringify({ type, object })}\n`)
  const tell = ({ type, object, before }: StoreEvent): void => {
    // An object that no longer matches the selector counts as deleted.
    const now = type !== 'DELETED' && selects(object)
    const was = before !== null && selects(before)
    if (now) send(was ? 'MODIFIED' : 'ADDED', object)
    else if (was) send('DELETED', object)
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  const followed = store.follow(collection, since, tell)
  if (followed === null) {
    const message = `too old resource version: ${since} (${store.floor})`
    send('ERROR', { kind: 'Status', status: 'Failure', code: 410, reason: 'Expired', message })
    return void response.end()
  }
  response.flushHeaders()
  for (const each of followed.missed) tell(each)
  const mark = (): void => {
    if (!bookmarks) return
    send('BOOKMARK', { kind: 'Pod', metadata: { resourceVersion: String(store.version) } })
  }
  const beat = setInterval(mark, 250)
  const over = setTimeout(() => response.end(), seconds * 1000)
  response.on('close', () => {
    clearInterval(beat)
    clearTimeout(over)
    followed.stop()
  })
}
