import { expect, it } from 'vitest'
import { createTestClock } from '../../../../../tests/kit/clock.ts'
import { createLog } from './journal.ts'

it('says how many records were lost, once there is room for it', async () => {
  let isAway = true
  const stored: string[] = []
  const log = createLog({
    store: {
      async insert(rows) {
        if (isAway) throw new Error('away')
        stored.push(...rows.map(({ msg }) => msg))
      },
      addRepeats: async () => undefined,
      deleteOld: async () => 0,
    },
    clock: createTestClock(),
    signals: { emit: () => undefined },
    keptDays: 90,
    household: (address) => address,
    out: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  for (let at = 0; at < 20_003; at++) log.journal.write({ message: `record ${at}` })
  await log.flush()
  isAway = false
  await log.close()
  expect(stored).toHaveLength(20_001)
  expect(stored.at(-1)).toBe('3 log records were lost while the database was unavailable')
})
