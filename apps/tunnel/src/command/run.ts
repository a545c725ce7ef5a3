import { connectPermissions } from '../control/control-client.ts'
import { createStoredPermissions } from '../control/stored-permissions.ts'
import { daemonPathsOn, programName, programVersion } from '../paths.ts'
import { createScopeFile } from '../scope/scope-file.ts'
import { plainText } from '../terminal/log.ts'
import { ArgumentFault, readArguments, type Command } from './arguments.ts'
import { connect } from './connect.ts'
import { decide } from './decide.ts'
import { list, status } from './report.ts'
import { serve } from './serve.ts'
import type { ProgramContext } from './context.ts'
import { usage } from './usage.ts'

export const run = async (context: ProgramContext): Promise<number> => {
  const complain = (text: string): void => void context.complaints.write(`${plainText(text, 2000)}\n`)
  try {
    return await perform(readArguments(context.args), context, complain)
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error))
    if (!(error instanceof ArgumentFault)) return 1
    complain(`Run ${programName} --help for usage.`)
    return 2
  }
}

const perform = async (
  command: Command,
  context: ProgramContext,
  complain: (text: string) => void,
): Promise<number> => {
  const say = (text: string): void => void context.output.write(`${text}\n`)
  switch (command.name) {
    case 'help':
      context.output.write(usage)
      return 0
    case 'version':
      say(`${programName} ${programVersion}`)
      return 0
    case 'serve':
      return serve(command, context)
    case 'connect':
      return connect(command, context)
    default:
      return managePermissions(command, context, say, complain)
  }
}

const managePermissions = async (
  command: Extract<Command, { name: 'allow' | 'revoke' | 'list' | 'status' }>,
  context: ProgramContext,
  say: (text: string) => void,
  complain: (text: string) => void,
): Promise<number> => {
  const paths = daemonPathsOn(context)
  const file = createScopeFile({ folder: paths.config, now: () => new Date() })
  const permissions =
    (await connectPermissions(paths)) ??
    createStoredPermissions(file, (copy) =>
      complain(`The file of permissions was damaged. It's now ${copy}.`),
    )
  switch (command.name) {
    case 'allow':
    case 'revoke':
      return decide(command, permissions, say)
    case 'list':
      return list(await permissions.report(), say)
    case 'status':
      return status(await permissions.report(), say)
  }
}
