import type { GameNotice } from '@pennant/contract/hub'
import { hubEvents } from '@pennant/contract/hub'
import { joinRaw, type RawHubClient } from './hub-client.ts'
import type { Person, World } from './world.ts'

export type NoticeListener = {
  heard(): Promise<GameNotice[]>
  close(): void
}

const isPush = (record: unknown): record is { type: 1; target: string; arguments: [GameNotice] } =>
  typeof record === 'object' && record !== null && 'type' in record && record.type === 1

export const listenToNotices = async (
  world: World,
  game: { id: number },
  person?: Person,
): Promise<NoticeListener> => {
  const headers: Record<string, string> =
    person === undefined ? {} : { cookie: `pennant_session=${person.cookie()}` }
  const client: RawHubClient = await joinRaw(world.origin, `/hub/user?game=${game.id}`, { headers })
  let marks = 0

  return {
    async heard() {
      // The marker is last, so everything before it has arrived.
      const mark = { id: -++marks, type: 'Normal', values: [], time: 0 }
      world.app.hubs.toPlayersHere(game.id, hubEvents.ReceivedGameNotice, mark)
      const notices: GameNotice[] = []
      for (;;) {
        const record = await client.hear()
        if (record === null) throw new Error('the connection has ended')
        if (!isPush(record) || record.target !== hubEvents.ReceivedGameNotice) continue
        const [notice] = record.arguments
        if (notice.id === mark.id) return notices
        notices.push(notice)
      }
    },
    close: () => client.socket.close(),
  }
}
