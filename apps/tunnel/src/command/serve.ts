import { tunnelPort } from '@pennant/contract/tunnel'
import { connectPermissions } from '../control/control-client.ts'
import { startDaemon, type Daemon } from '../daemon/daemon.ts'
import { systemPeerOf } from '../owner/peer.ts'
import { daemonPathsOn, programName, programVersion } from '../paths.ts'
import { createLog, type Log } from '../terminal/log.ts'
import { createTerminal } from '../terminal/terminal.ts'
import type { Command } from './arguments.ts'
import { stopped, type ProgramContext } from './context.ts'
import { createOwnProbe, every, randomLabel } from './system.ts'

export const serve = async (
  { host, port, keyed, output }: Extract<Command, { name: 'serve' }>,
  context: ProgramContext,
): Promise<number> => {
  const { input, isAttended, pid, stop } = context
  const paths = daemonPathsOn(context)
  const terminal = isAttended && !output.json ? createTerminal({ input, output: context.output }) : null
  const now = (): Date => new Date()
  const log = createLog({
    ...output,
    now,
    write: terminal?.write ?? ((line) => void context.output.write(`${line}\n`)),
  })
  try {
    const daemon = await startDaemon({
      ...{ paths, host, port, keyed, log, now, randomLabel, pid, every },
      ask: terminal?.ask ?? null,
      peerOf: systemPeerOf(context.platform),
      probe: createOwnProbe(),
    })
    if (daemon === null) {
      const running = (await (await connectPermissions(paths))?.report())?.running
      log.info(
        `A tunnel is already running${running == null ? '' : ` at ${running.address}`}. One is enough for all sites.`,
      )
      return 0
    }
    welcome(daemon, { port, keyed }, log, terminal !== null)
    await stopped(stop)
    log.info('Stopping.')
    await daemon.close()
    return 0
  } finally {
    terminal?.close()
  }
}

const welcome = (
  { address, isAsked }: Daemon,
  { port, keyed }: { port: number; keyed: boolean },
  log: Log,
  isAttended: boolean,
): void => {
  if (!isAsked) {
    log.warning(`Port ${port} is in use.`)
    log.warning(`This tunnel is at ${address} instead. Enter this address in the settings of the site.`, {
      address,
    })
  }
  log.info(`${programName} ${programVersion} is listening on ${address}.`, { address })
  if (keyed) log.info('Enter this address with its key in the settings of the site, and nowhere else.')
  else if (isAsked && port !== tunnelPort)
    log.info(`Sites look for it at port ${tunnelPort}. Enter ${address} in the settings of the site.`)
  if (isAttended)
    log.info(
      'Open the site of your event. When it asks to use the tunnel, answer here. Press Ctrl-C to stop.',
    )
}
