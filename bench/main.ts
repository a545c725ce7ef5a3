import { parseArgs } from 'node:util'
import { compareBuilds, report } from './compare-builds.ts'
import { measureBackgroundLoad } from './background-load.ts'
import { freezes, freezeSetting } from './loader/freeze.ts'
import { pointsSetting } from './loader/points.ts'
import { endOnSignals } from './on-interrupt.ts'
import { type Finding, Missing, type Scenario } from './scenario.ts'
import { boardBuild } from './scenarios/board-build.ts'
import { boardReadProxied } from './scenarios/board-read-proxied.ts'
import { boardLive } from './scenarios/board-live.ts'
import { boardRead } from './scenarios/board-read.ts'
import { boardScroll } from './scenarios/board-scroll.ts'
import { coldStart } from './scenarios/cold-start.ts'
import { detailsRead } from './scenarios/details-read.ts'
import { firstLoad } from './scenarios/first-load.ts'
import { freshness } from './scenarios/freshness.ts'
import { idle } from './scenarios/idle.ts'
import { instanceChurn } from './scenarios/instance-churn.ts'
import { login } from './scenarios/login.ts'
import { mixed } from './scenarios/mixed.ts'
import { oneAddress } from './scenarios/one-address.ts'
import { openingMinuteProxied } from './scenarios/opening-minute-proxied.ts'
import { openingMinute } from './scenarios/opening-minute.ts'
import { player } from './scenarios/player.ts'
import { playerRead } from './scenarios/player-read.ts'
import { relay } from './scenarios/relay.ts'
import { spectators } from './scenarios/spectators.ts'
import { submitBurstProxied } from './scenarios/submit-burst-proxied.ts'
import { submitBurst } from './scenarios/submit-burst.ts'
import { submitEmbedded } from './scenarios/submit-embedded.ts'

const scenarios: readonly Scenario[] = [
  boardBuild,
  boardReadProxied,
  boardLive,
  boardRead,
  boardScroll,
  coldStart,
  detailsRead,
  firstLoad,
  freshness,
  idle,
  instanceChurn,
  login,
  mixed,
  oneAddress,
  openingMinuteProxied,
  openingMinute,
  player,
  playerRead,
  relay,
  spectators,
  submitBurstProxied,
  submitBurst,
  submitEmbedded,
]

/** Above this, other programs distort the measurement. */
const worthTelling = 0.05

const main = async (names: readonly string[], against: string | undefined, rounds: number): Promise<void> => {
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
    const shareOfOthers = await measureBackgroundLoad()
    const findings = against === undefined ? await findingsOf(scenario) : []
    if (against !== undefined && !(await compareBuilds(scenario.name, against, rounds))) process.exitCode = 1
    report(findings)
    for (const { what, figure, yardstick, ratio, budget, met } of findings) {
      const beside =
        yardstick === undefined ? '' : `, yardstick ${yardstick}, ratio ${(ratio ?? 0).toFixed(2)}`
      const verdict = met === null ? 'reported' : met ? 'met' : 'MISSED'
      console.log(`  ${what}: ${figure}${beside}, budget ${budget}: ${verdict}`)
      if (met === false) process.exitCode = 1
    }
    const share = (await shareOfOthers()) ?? 0
    if (share > worthTelling)
      console.log(`  Other programs had ${(share * 100).toFixed(0)} % of the processors meanwhile.`)
  }
}

const findingsOf = async (scenario: Scenario): Promise<Finding[]> => {
  try {
    return await scenario.run()
  } catch (error) {
    process.exitCode = 1
    if (error instanceof Missing) console.log(`  Couldn't run: ${error.message}`)
    else console.log('  FAILED:', error)
    return []
  }
}

endOnSignals()
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    freeze: { type: 'string' },
    points: { type: 'boolean', default: false },
  },
})
const { against, rounds, freeze, points } = values
if (freeze !== undefined && !freezes.some((known) => known === freeze)) {
  console.error(`A freeze is ${freezes.join(' or ')}`)
  process.exitCode = 2
} else {
  if (freeze !== undefined) process.env[freezeSetting] = freeze
  if (points) process.env[pointsSetting] = 'given'
  await main(positionals, against, Number(rounds))
}
