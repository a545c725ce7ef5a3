import { addressText, openListener } from '../link/listener.ts'
import { isLoopback } from '../link/local-address.ts'
import { explainStatus } from '../link/refusal.ts'
import { shortRemote } from '../link/short-remote.ts'
import { systemPeerOf } from '../owner/peer.ts'
import { createPoolLog } from '../pool/pool-log.ts'
import { latencyOf } from '../probe/pingfall.ts'
import type { Finding } from '../probe/probe.ts'
import { createLog, type Log } from '../terminal/log.ts'
import type { Command } from './arguments.ts'
import { stopped, type ProgramContext } from './context.ts'
import { createOwnProbe } from './system.ts'

export const connect = async (
  { remote, host, port, output }: Extract<Command, { name: 'connect' }>,
  context: ProgramContext,
): Promise<number> => {
  const log = createLog({
    ...output,
    now: () => new Date(),
    write: (line) => void context.output.write(`${line}\n`),
  })
  const poolLog = createPoolLog({ log, now: Date.now })
  const reach = isLoopback(host) ? 'this machine' : 'network'
  const events = poolLog.connections({ host, port, reach }, remote)
  const listener = await openListener({
    ...{ host, port, remote, events },
    peerOf: systemPeerOf(context.platform),
  }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`Can't use ${addressText(host, port)}: ${why}`)
  })
  log.info(`${listener.local} leads to ${shortRemote(remote)}. Press Ctrl-C to stop.`, {
    local: listener.local,
  })
  tell(await createOwnProbe()(remote), log)
  await stopped(context.stop)
  await listener.close()
  return 0
}

const tell = (finding: Finding, log: Log): void => {
  const latency = latencyOf(finding)
  if (latency !== null) log.info(`The instance is running, ${latency} ms away.`)
  else if (finding === 'nothing') log.warning("The site isn't responding. Connections may fail.")
  else log.warning(`Connections may fail: ${explainStatus(finding.status)}.`)
}
