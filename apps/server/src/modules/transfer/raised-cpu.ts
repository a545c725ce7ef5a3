import { coresOf } from '@pennant/rules/challenge/container'
import type { ChangeCollector } from './change.ts'
import type { PackedChallenge } from './packed.ts'

export const reportRaisedCpu = (
  { entry, values }: Pick<PackedChallenge, 'entry' | 'values'>,
  leastCpu: number,
  changes: ChangeCollector,
): void => {
  const { cpu_count: cpu } = values
  if (cpu == null || cpu >= leastCpu) return
  changes.add({
    entry,
    path: 'container.cpuCount',
    code: 'import.cpuRaised',
    params: { from: coresOf(cpu), to: coresOf(leastCpu) },
  })
}
