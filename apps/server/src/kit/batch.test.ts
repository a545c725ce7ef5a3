import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createBatches, createLanes, type LanePlan, type Outcome } from './batch.ts'

type Lane = 'plain' | 'ordered'
type Plan = Partial<LanePlan<number, number, Lane>>

const held = () => {
  const begun: { values: readonly number[]; finish: () => void }[] = []
  const commit = (_key: number, values: readonly number[]): Promise<Outcome<number>[]> =>
    new Promise((resolve) => {
      begun.push({ values, finish: () => resolve(values.map((value) => ({ result: value * 10 }))) })
    })
  return { begun, commit }
}

const oneLane = ({ most = 400, ...plan }: Plan & { most?: number } = {}) => {
  const { begun, commit } = held()
  const lanes = createLanes<number, number, Lane>({
    ...{ most, startAnywayMs: 10 },
    lanes: new Map<Lane, LanePlan<number, number, Lane>>([['plain', { commit, ...plan }]]),
  })
  return { begun, add: (key: number, value: number) => lanes.add('plain', key, value) }
}

const twoLanes = (plans: Partial<Record<Lane, Plan>> = {}) => {
  const begun = { plain: held(), ordered: held() }
  const lanes = createLanes<number, number, Lane>({
    ...{ most: 3, startAnywayMs: 10 },
    lanes: new Map<Lane, LanePlan<number, number, Lane>>([
      ['plain', { commit: begun.plain.commit, ...plans.plain }],
      ['ordered', { commit: begun.ordered.commit, ...plans.ordered }],
    ]),
  })
  return { plain: begun.plain.begun, ordered: begun.ordered.begun, add: lanes.add }
}

const valuesOf = (begun: readonly { values: readonly number[] }[]) => begun.map(({ values }) => values)

describe('batches', () => {
  it('take along what comes in the same turn, and answer each with its own', async () => {
    const { begun, add } = oneLane()
    const answers = [1, 2, 3].map((value) => add(7, value))
    await turn()
    expect(valuesOf(begun)).toEqual([[1, 2, 3]])
    begun[0]?.finish()
    expect(await Promise.all(answers)).toEqual([10, 20, 30])
  })

  it('gather while one is under way, and are not longer than they may be', async () => {
    const { begun, add } = oneLane({ most: 2 })
    void add(7, 1)
    await turn()
    for (const value of [2, 3, 4]) void add(7, value)
    await turn()
    expect(valuesOf(begun)).toEqual([[1]])
    begun[0]?.finish()
    await turn()
    expect(valuesOf(begun)).toEqual([[1], [2, 3]])
  })

  it('of other keys do not wait', async () => {
    const { begun, add } = oneLane()
    void add(7, 1)
    await turn()
    void add(8, 2)
    await turn()
    expect(valuesOf(begun)).toEqual([[1], [2]])
  })

  it('begin beside another one when enough wait', async () => {
    const { begun, add } = oneLane({ atOnce: 2, worthwhile: 3 })
    void add(7, 1)
    await turn()
    for (const value of [2, 3, 4]) void add(7, value)
    await turn()
    expect(valuesOf(begun)).toEqual([[1], [2, 3, 4]])
  })

  it('begin beside one that takes its time, however few wait', async () => {
    const { begun, add } = oneLane({ atOnce: 2, worthwhile: 3 })
    void add(7, 1)
    await turn()
    void add(7, 2)
    await turn()
    expect(valuesOf(begun)).toEqual([[1]])
    await expect.poll(() => valuesOf(begun)).toEqual([[1], [2]])
  })

  it('take along what waits in the other lane, as far as there is room, and answer it', async () => {
    const { plain, ordered, add } = twoLanes({ ordered: { takesAlong: () => 'plain' } })
    void add('plain', 7, 1)
    await turn()
    const others = [2, 3, 4].map((value) => add('plain', 7, value))
    const own = add('ordered', 7, 5)
    await turn()
    expect(valuesOf(ordered)).toEqual([[5, 2, 3]])
    ordered[0]?.finish()
    expect(await Promise.all([own, ...others.slice(0, 2)])).toEqual([50, 20, 30])
    plain[0]?.finish()
    await turn()
    expect(valuesOf(plain)).toEqual([[1], [4]])
  })

  it('gather until their turn', async () => {
    let begin = (): void => undefined
    const turns = [new Promise<void>((resolve) => (begin = resolve)), null]
    const { begun, add } = oneLane({ turn: () => turns.shift() ?? null })
    void add(7, 1)
    await turn()
    void add(7, 2)
    await turn()
    expect(valuesOf(begun)).toEqual([])
    begin()
    await turn()
    expect(valuesOf(begun)).toEqual([[1, 2]])
  })

  it('leave the other lane alone while they are told so', async () => {
    const { plain, ordered, add } = twoLanes({ ordered: { takesAlong: () => null } })
    for (const value of [1, 2]) void add('plain', 7, value)
    void add('ordered', 7, 3)
    await turn()
    expect([valuesOf(plain), valuesOf(ordered)]).toEqual([[[1, 2]], [[3]]])
  })

  it('send on to the other lane what they can’t answer', async () => {
    const { ordered, add } = twoLanes({
      plain: {
        commit: async (_key, values) =>
          values.map((value) => (value === 2 ? { lane: 'ordered' } : { result: value })),
      },
    })
    const answers = [1, 2, 3].map((value) => add('plain', 7, value))
    expect([await answers[0], await answers[2]]).toEqual([1, 3])
    await turn()
    expect(valuesOf(ordered)).toEqual([[2]])
    ordered[0]?.finish()
    expect(await answers[1]).toBe(20)
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
