import { startBareServer } from '../bare-server.ts'
import { withDataFolder } from '../data-folder.ts'
import { median, milliseconds } from '../measure.ts'
import type { Scenario } from '../scenario.ts'
import { expectAnswer, startServer } from '../server-process.ts'

const rounds = 7
const budgetMs = 1_500

const bareStart = async (): Promise<number> => {
  const began = performance.now()
  const server = await startBareServer('{}')
  await expectAnswer(`http://127.0.0.1:${server.port}/`)
  const took = performance.now() - began
  await server.stop()
  return took
}

export const coldStart: Scenario = {
  name: 'cold-start',
  says: 'from the start of the process to the first 200 on /api/config, embedded database, existing data',
  run: () =>
    withDataFolder(async (data) => {
      await (await startServer(data)).stop()
      const ours: number[] = []
      const cpuMs: number[] = []
      const bare: number[] = []
      for (let round = 0; round < rounds; round++) {
        bare.push(await bareStart())
        const server = await startServer(data)
        ours.push(server.firstAnswerMs)
        cpuMs.push(await server.cpuTime())
        await server.stop()
      }
      const took = median(ours)
      const yardstick = median(bare)
      return [
        {
          what: `median of ${rounds} starts`,
          figure: milliseconds(took),
          yardstick: `bare node:http ${milliseconds(yardstick)}`,
          ratio: took / yardstick,
          budget: `under ${milliseconds(budgetMs)}`,
          met: took < budgetMs,
        },
        {
          what: 'processor time of a start, its database included',
          figure: milliseconds(median(cpuMs)),
          budget: 'none',
          met: null,
          cost: { value: median(cpuMs), unit: 'ms' },
        },
      ]
    }),
}
