import { saidOf } from './doctor-text.ts'
import { finding, type Io } from './verb.ts'
import { type Written, writtenOf } from './written.ts'

export const oldNode = (version: string) => {
  const { message, remedy } = saidOf('place.nodeOld', [version])
  return finding('error', 'place.nodeOld', 'place', message, { remedy, facts: { values: [version] } })
}

/** What a command writes where its program can't be loaded. The doctor finds it, others are refused for it. */
export const refuseOldNode = (
  argv: readonly string[],
  nodeVersion: string,
  io: Pick<Io, 'clock' | 'version'>,
): Written =>
  writtenOf(
    { exit: 1, text: '', result: null, findings: [oldNode(nodeVersion)] },
    {
      ...io,
      name: argv[0] === 'doctor' ? 'doctor' : 'unknown',
      startedAt: io.clock.now(),
      json: argv.includes('--json'),
      quiet: false,
    },
  )
