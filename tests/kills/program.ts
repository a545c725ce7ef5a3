import { onTestFinished } from 'vitest'
import { main, plainEnvironment } from '../ops/server.ts'
import { type Program, runProgram } from '../ops/program.ts'

/** A command of the product, as an operator runs it. */
export const pennant = (env: NodeJS.ProcessEnv, ...words: string[]): Program => {
  const program = runProgram(process.execPath, [main, ...words], {
    cwd: '/',
    env: plainEnvironment({ PENNANT_CONTAINERPROVIDER__TYPE: 'None', ...env }),
  })
  onTestFinished(() => program.close())
  return program
}

export const outcomeOf = async (program: Program): Promise<{ code: number | null; output: string }> => {
  const { code } = await program.ended
  return { code, output: program.output() }
}
