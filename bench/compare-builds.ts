import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { median } from './measure.ts'
import { onInterrupt } from './on-interrupt.ts'
import type { Cost, Finding } from './scenario.ts'
import { otherCheckout } from './server-process.ts'

const most = 1.05

type Pair = { unit: Cost['unit']; before: number[]; now: number[] }

export const compareBuilds = async (scenario: string, against: string, rounds: number): Promise<boolean> => {
  const folder = resolve(against)
  if (!existsSync(join(folder, 'apps', 'server', 'dist', 'main.js')))
    throw new Error(`${folder} is not built`)
  const pairs = new Map<string, Pair>()
  for (let round = 0; round < rounds; round++) {
    const before = await findingsWith(scenario, { [otherCheckout]: folder })
    for (const { what, cost } of await findingsWith(scenario, {})) {
      const its = before.find((finding) => finding.what === what)?.cost
      if (cost === undefined || its === undefined) continue
      const pair = pairs.get(what) ?? { unit: cost.unit, before: [], now: [] }
      pair.before.push(its.value)
      pair.now.push(cost.value)
      pairs.set(what, pair)
    }
  }
  let isFine = pairs.size > 0
  if (!isFine) console.log('  FAILED: no figure of both builds')
  for (const [what, { unit, before, now }] of pairs) {
    const ratios = now.map((value, round) => value / (before[round] ?? Number.NaN))
    const ratio = median(ratios)
    if (!(ratio <= most)) isFine = false
    console.log(
      `  ${what}: ${shown(median(before), unit)} before, ${shown(median(now), unit)} now, ratio ${ratio.toFixed(3)} (${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}): ${ratio <= most ? 'met' : 'MISSED'}`,
    )
  }
  return isFine
}

export const report = (findings: readonly Finding[]): void => void process.send?.(findings)

const findingsWith = async (
  scenario: string,
  environment: Record<string, string>,
): Promise<readonly Finding[]> => {
  const child = fork(process.argv[1] ?? '', [scenario], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...environment },
  })
  const callOff = onInterrupt(() => void child.kill('SIGTERM'))
  let findings: readonly Finding[] = []
  child.on('message', (message: readonly Finding[]) => {
    findings = message
  })
  await once(child, 'exit')
  callOff()
  return findings
}

const shown = (value: number, unit: string): string => `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`
