import type { Scenario } from './scenario.ts'
import { coldStart } from './scenarios/cold-start.ts'
import { idle } from './scenarios/idle.ts'

const scenarios: readonly Scenario[] = [coldStart, idle]

const main = async (names: readonly string[]): Promise<void> => {
  const unknown = names.filter((name) => !scenarios.some((scenario) => scenario.name === name))
  if (unknown.length > 0) {
    console.error(
      `No scenario ${unknown.join(', ')}. There are: ${scenarios.map(({ name }) => name).join(', ')}`,
    )
    process.exitCode = 2
    return
  }
  for (const scenario of scenarios) {
    if (names.length > 0 && !names.includes(scenario.name)) continue
    console.log(`\n${scenario.name}: ${scenario.says}`)
    for (const { what, figure, yardstick, ratio, budget, met } of await scenario.run()) {
      const beside =
        yardstick === undefined ? '' : `, yardstick ${yardstick}, ratio ${(ratio ?? 0).toFixed(2)}`
      const verdict = met === null ? 'reported' : met ? 'met' : 'MISSED'
      console.log(`  ${what}: ${figure}${beside}, budget ${budget}: ${verdict}`)
      if (met === false) process.exitCode = 1
    }
  }
}

await main(process.argv.slice(2))
