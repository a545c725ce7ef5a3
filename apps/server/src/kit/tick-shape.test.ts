import { createHook } from 'node:async_hooks'
import { nextTick } from 'node:process'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { keepTick } from './tick-shape.ts'

const collect = (): void => {
  setFlagsFromString('--expose-gc')
  const collectAll = runInNewContext('gc') as () => void
  collectAll()
}

const ticksOf = (work: () => void): WeakRef<object>[] => {
  const ticks: WeakRef<object>[] = []
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') ticks.push(new WeakRef(resource))
    },
  })
  hook.enable()
  work()
  hook.disable()
  return ticks
}

it('keeps one tick object over full collections, and no other', async () => {
  const ticks = ticksOf(() => {
    nextTick(keepTick)
    nextTick(() => undefined)
  })
  for (let times = 0; times < 3; times++) {
    await turn()
    collect()
  }
  expect(ticks.map((tick) => tick.deref() !== undefined)).toEqual([true, false])
})
