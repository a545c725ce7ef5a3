import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createBatches, type Outcome } from './batch.ts'

const held = (options: { most?: number; atOnce?: number; worthwhile?: number } = {}) => {
  const begun: { values: readonly number[]; finish: () => void }[] = []
  const commit = (_key: number, values: readonly number[]): Promise<Outcome<number>[]> =>
    new Promise((resolve) => {
      begun.push({ values, finish: () => resolve(values.map((value) => ({ result: value * 10 }))) })
    })
  return { begun, needs: { most: 400, commit, ...options } }
}

const valuesOf = (begun: readonly { values: readonly number[] }[]) => begun.map(({ values }) => values)

describe('batches', () => {
  it('take along what comes in the same turn, and answer each with its own', async () => {
    const { begun, needs } = held()
    const batches = createBatches(needs)
    const answers = [1, 2, 3].map((value) => batches.add(7, value))
    await turn()
    expect(valuesOf(begun)).toEqual([[1, 2, 3]])
    begun[0]?.finish()
    expect(await Promise.all(answers)).toEqual([10, 20, 30])
  })

  it('gather while one is under way, and are not longer than they may be', async () => {
    const { begun, needs } = held({ most: 2 })
    const batches = createBatches(needs)
    void batches.add(7, 1)
    await turn()
    for (const value of [2, 3, 4]) void batches.add(7, value)
    await turn()
    expect(valuesOf(begun)).toEqual([[1]])
    begun[0]?.finish()
    await turn()
    expect(valuesOf(begun)).toEqual([[1], [2, 3]])
  })

  it('of other keys do not wait', async () => {
    const { begun, needs } = held()
    const batches = createBatches(needs)
    void batches.add(7, 1)
    await turn()
    void batches.add(8, 2)
    await turn()
    expect(valuesOf(begun)).toEqual([[1], [2]])
  })

  it('begin beside another one when enough wait', async () => {
    const { begun, needs } = held({ atOnce: 2, worthwhile: 3 })
    const batches = createBatches(needs)
    void batches.add(7, 1)
    await turn()
    for (const value of [2, 3, 4]) void batches.add(7, value)
    await turn()
    expect(valuesOf(begun)).toEqual([[1], [2, 3, 4]])
  })

  it('begin beside one that takes its time, however few wait', async () => {
    const { begun, needs } = held({ atOnce: 2, worthwhile: 3 })
    const batches = createBatches(needs)
    void batches.add(7, 1)
    await turn()
    void batches.add(7, 2)
    await turn()
    expect(valuesOf(begun)).toEqual([[1]])
    await expect.poll(() => valuesOf(begun)).toEqual([[1], [2]])
  })

  it('take others along, who are answered by them', async () => {
    const { begun: none, needs: never } = held({ atOnce: 1 })
    const others = createBatches(never)
    void others.add(7, 1)
    await turn()
    const other = others.add(7, 2)
    const { begun, needs } = held()
    const batches = createBatches({ ...needs, comeAlong: others.handOver })
    void batches.add(7, 3)
    await turn()
    expect(valuesOf(begun)).toEqual([[3, 2]])
    begun[0]?.finish()
    expect(await other).toBe(20)
    none[0]?.finish()
    await turn()
    expect(valuesOf(none)).toEqual([[1]])
  })

  it('that fail fail for everybody in them, and for nobody else', async () => {
    let fails = true
    const batches = createBatches<number, number>({
      most: 2,
      commit: async (_key, values) => {
        if (fails) throw new Error('the database is away')
        return values.map((value) => ({ result: value }))
      },
    })
    const answers = await Promise.allSettled([1, 2].map((value) => batches.add(7, value)))
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    fails = false
    expect(await batches.add(7, 3)).toBe(3)
  })
})
