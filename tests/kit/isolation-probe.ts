import type { TestDocker } from './docker.ts'
import { ask } from './docker-request.ts'

export type ProbeTarget = { readonly host: string; readonly port: number }

/** Runs a script in a shell, and resolves to what it prints. */
type Shell = (script: string) => Promise<string>

/** What listens says `here`, or refuses the words in those of its protocol. */
const answers = 'here|400|NOAUTH'

/** Those of the targets that answer, by name. */
export const reached = async (run: Shell, targets: readonly ProbeTarget[]): Promise<string[]> => {
  const tries = targets.map(
    ({ host, port }) =>
      `(printf 'echo here\\nexit\\n' | nc -w 6 ${host} ${port} 2>/dev/null | grep -qE '${answers}' && echo "${host} ${port}") &`,
  )
  const said = await run(`${tries.join('\nsleep 0.05\n')}\nwait`)
  return said
    .split('\n')
    .filter((line) => line !== '')
    .toSorted()
}

export const named = (targets: readonly ProbeTarget[]): string[] =>
  targets.map(({ host, port }) => `${host} ${port}`).toSorted()

/** The same from the host of the daemon. */
export const reachedFromHost = (docker: TestDocker, targets: readonly ProbeTarget[]): Promise<string[]> =>
  reached(
    (script) =>
      docker.run(
        '/bin/busybox',
        'sh',
        '-c',
        script.replaceAll('| nc', '| busybox nc').replaceAll('%eth0', ''),
      ),
    targets,
  )

/** The addresses of the host, as an instance would name them. */
export const hostAddresses = async (docker: TestDocker): Promise<string[]> => {
  const said = await docker.run('ip', '-o', 'address', 'show')
  return [...said.matchAll(/^\d+: (\S+)\s+(inet6?) ([^/]+)/gm)]
    .filter(([, name = '', , address]) => name !== 'lo' && !name.startsWith('veth') && address !== undefined)
    .map(([, , kind, address = '']) =>
      kind === 'inet6' && address.startsWith('fe80') ? `${address}%eth0` : address,
    )
}

type Inspected = {
  State: { Pid: number }
  NetworkSettings: { Networks: Record<string, { IPAddress: string }> }
}

const inspect = async ({ uri }: Pick<TestDocker, 'uri'>, container: string): Promise<Inspected> =>
  JSON.parse(await ask(uri.replace('unix://', ''), 'GET', `/containers/${container}/json`)) as Inspected

/** In the first of its networks. */
export const addressOf = async (docker: Pick<TestDocker, 'uri'>, container: string): Promise<string> =>
  Object.values((await inspect(docker, container)).NetworkSettings.Networks)[0]?.IPAddress ?? ''

/** An attacker inside may switch IPv6 on, and what is closed must not depend on that. */
export const switchIpv6On = async (docker: TestDocker, container: string): Promise<void> => {
  const { State } = await inspect(docker, container)
  const switchOn =
    'cd /proc/sys/net/ipv6/conf; for each in */accept_dad */disable_ipv6; do echo 0 >$each; done'
  await docker.run('nsenter', '--target', String(State.Pid), '--net', '/bin/sh', '-c', switchOn)
}
