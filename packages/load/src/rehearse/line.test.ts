import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createLine } from './line.ts'

const cards = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pennant-cards-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return {
    folder,
    async card(name: string, { speed, rx, tx }: { speed: number; rx: number; tx: number }) {
      await mkdir(join(folder, name, 'statistics'), { recursive: true })
      await writeFile(join(folder, name, 'speed'), `${speed}\n`)
      await writeFile(join(folder, name, 'statistics', 'rx_bytes'), `${rx}\n`)
      await writeFile(join(folder, name, 'statistics', 'tx_bytes'), `${tx}\n`)
    },
  }
}

it('tells how full the fullest line was, in its fuller direction', async () => {
  const { folder, card } = await cards()
  let now = 0
  const line = createLine(folder, () => now)
  const look = async (at: number, rx: number, tx: number): Promise<void> => {
    now = at
    await card('eth0', { speed: 100, rx, tx })
    await card('eth1', { speed: 1000, rx, tx })
    await line.look()
  }
  await look(0, 5_000_000, 7)
  expect(line.fullest()).toBe(0)
  // A hundred megabits a second are 12.5 million bytes.
  await look(2000, 30_000_000 - 2_500_000, 7)
  expect(line.fullest()).toBe(0.9)
  await look(4000, 30_000_000, 25_000_007)
  expect(line.fullest()).toBe(1)
  await look(6000, 30_000_000, 25_000_007)
  expect(line.fullest()).toBe(1)
})

it('says nothing of cards that tell no speed, or of a machine without any', async () => {
  const { folder, card } = await cards()
  let now = 0
  const line = createLine(folder, () => now)
  for (const rx of [0, 1e12]) {
    await card('veth0', { speed: -1, rx, tx: 0 })
    await line.look()
    now += 1000
  }
  const nowhere = createLine(join(folder, 'nowhere'))
  await nowhere.look()
  expect([line.fullest(), nowhere.fullest()]).toEqual([0, 0])
})
