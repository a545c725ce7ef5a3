import type WebSocket from 'ws'
import { separator } from '../hub.ts'

type Message = { target?: string; arguments?: { solves?: { teamId: number; challengeId: number }[] }[] }

/** Tells for each solve that scoreboards bring how long ago it was sent. */
export const createWatch = () => {
  const sent = new Map<string, number>()
  const heard: number[] = []
  let watchers = 0
  let told: () => void = () => undefined

  const hear = (data: Buffer, known: Set<string>, onBoard: () => void): void => {
    const at = performance.now()
    for (const record of data.toString().split(separator)) {
      if (!record.includes('ReceivedScoreboardVersion')) continue
      onBoard()
      for (const { teamId, challengeId } of (JSON.parse(record) as Message).arguments?.[0]?.solves ?? []) {
        const solve = `${teamId} ${challengeId}`
        const sentAt = sent.get(solve)
        if (sentAt === undefined || known.has(solve)) continue
        known.add(solve)
        heard.push(at - sentAt)
        told()
      }
    }
  }

  return {
    heard,
    /** `onBoard`: there is a newer scoreboard. */
    add(hub: WebSocket, onBoard: () => void): void {
      watchers++
      const known = new Set<string>()
      hub.on('message', (data: Buffer) => hear(data, known, onBoard))
    },
    sending: (teamId: number, challengeId: number): void =>
      void sent.set(`${teamId} ${challengeId}`, performance.now()),
    /** It wasn't taken. */
    forget: (teamId: number, challengeId: number): void => void sent.delete(`${teamId} ${challengeId}`),
    missing: (): number => sent.size * watchers - heard.length,
    /** Until nothing is missing, but no longer than `graceMs`. */
    settled(graceMs: number): Promise<void> {
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, graceMs)
        told = () => {
          if (sent.size * watchers > heard.length) return
          clearTimeout(timer)
          resolve()
        }
        told()
      })
    },
  }
}
