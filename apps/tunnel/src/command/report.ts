import type { Report, ReportedScope, ReportedTunnel } from '../control/permissions.ts'
import { plainText } from '../terminal/log.ts'

type Say = (text: string) => void

export const list = ({ scopes, running }: Report, say: Say): number => {
  if (scopes.length === 0) say('No site has asked yet.')
  for (const scope of scopes) {
    say(lineOfScope(scope))
    for (const tunnel of running?.tunnels ?? []) if (tunnel.host === scope.host) say(lineOfTunnel(tunnel))
  }
  return 0
}

export const status = ({ scopes, running }: Report, say: Say): number => {
  const allowed = scopes.filter(({ state }) => state === 'allowed').length
  const waiting = scopes.length - allowed
  say(
    running === null
      ? 'No tunnel is running.'
      : `${running.program} is listening on ${running.address} (process ${running.pid}).`,
  )
  say(`Sites allowed: ${allowed}, waiting for your answer: ${waiting}.`)
  if (running === null) return 1
  const connections = running.tunnels.reduce((sum, tunnel) => sum + tunnel.connections, 0)
  say(`Tunnels: ${running.tunnels.length}, connections: ${connections}.`)
  return 0
}

const lineOfScope = ({ host, name, state }: ReportedScope): string =>
  `${state.padEnd(8)} ${plainText(host)}${name === host ? '' : ` ("${plainText(name)}")`}`

const lineOfTunnel = ({ label, local, remote, latency, connections }: ReportedTunnel): string => {
  const far = latency < 0 ? "isn't responding" : `${latency} ms`
  return `         ${local} → ${plainText(remote)}: ${plainText(label)}, ${far}, connections: ${connections}`
}
