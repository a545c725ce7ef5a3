import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { worksheet } from './worksheet.ts'

async function* rowsAtHand(count: number, take: (row: number) => void): AsyncGenerator<string[]> {
  for (let row = 0; row < count; row++) {
    take(row)
    yield ['a'.repeat(50), `${row}`]
  }
}

describe('a sheet', () => {
  it('lets others have their turn between rows that are all at hand', async () => {
    const state = { turn: 0, done: false }
    const turns = (async () => {
      for (; !state.done; state.turn++) await setImmediate()
    })()
    const perTurn = new Map<number, number>()
    const rows = rowsAtHand(20_000, () => perTurn.set(state.turn, (perTurn.get(state.turn) ?? 0) + 1))
    let length = 0
    for await (const piece of worksheet({ columns: [], rows })) length += piece.length
    state.done = true
    await turns
    expect(length).toBeGreaterThan(1_000_000)
    expect(Math.max(...perTurn.values())).toBeLessThan(500)
  })

  it('comes in pieces of moderate size, each made when it is asked for', async () => {
    let taken = 0
    const sheet = worksheet({ columns: [], rows: rowsAtHand(20_000, () => taken++) })
    const first = await sheet.next()
    expect(taken).toBeLessThan(500)
    expect(String(first.value).length).toBeLessThan(40_000)
    await sheet.return()
    expect(taken).toBeLessThan(500)
  })
})
