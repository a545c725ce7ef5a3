import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { skipReason } from './skip-reason.ts'

const run = promisify(execFile)
const checked = ['-o', 'tcp.check_checksum:TRUE', '-o', 'udp.check_checksum:TRUE']
/** Keeps tshark from guessing a protocol by port or by content. */
const plain = ['-d', 'tcp.port==1-65535,data']

export const tsharkMissing = (): string | null =>
  skipReason(
    spawnSync('tshark', ['--version'], { stdio: 'ignore' }).status === 0,
    'tshark (package tshark) is not installed',
  )

/** Also fails for a file that ends in the middle of a packet. */
const tshark = async (file: string, args: readonly string[]): Promise<string> => {
  const { stdout } = await run('tshark', ['-r', file, '-n', ...checked, ...plain, ...args], {
    maxBuffer: 1 << 28,
  })
  return stdout
}

export const packetFields = async (
  file: string,
  fields: readonly string[],
  filter = '',
): Promise<string[][]> => {
  const printed = await tshark(file, [
    ...['-T', 'fields', '-E', 'separator=|'],
    ...fields.flatMap((field) => ['-e', field]),
    ...(filter === '' ? [] : ['-Y', filter]),
  ])
  return printed === ''
    ? []
    : printed
        .trimEnd()
        .split('\n')
        .map((line) => line.split('|'))
}

export const packetFaults = async (file: string): Promise<string[]> => {
  const remarks = ['tcp.analysis.flags', '_ws.malformed', '_ws.expert.severity >= 8388608']
  const sums = ['(tcp && tcp.checksum.status != 1)', '(udp && udp.checksum.status != 1)']
  const printed = await tshark(file, ['-Y', [...remarks, ...sums].join(' || ')])
  return printed === '' ? [] : printed.trimEnd().split('\n')
}

export type FollowedStream = { client: Buffer; server: Buffer }

export const followedStreams = async (file: string): Promise<FollowedStream[]> => {
  const numbers = new Set((await packetFields(file, ['tcp.stream'], 'tcp')).map(([number]) => Number(number)))
  const ordered = [...numbers].toSorted((a, b) => a - b)
  if (ordered.length === 0) return []
  const printed = await tshark(file, [
    '-q',
    ...ordered.flatMap((number) => ['-z', `follow,tcp,raw,${number}`]),
  ])
  const byNumber = new Map(
    printed
      .split(/^Filter: tcp\.stream eq /m)
      .slice(1)
      .map((part) => [Number.parseInt(part, 10), part]),
  )
  return ordered.map((number) => streamIn(byNumber.get(number) ?? ''))
}

const streamIn = (printed: string): FollowedStream => {
  // The first line is the rest of the heading.
  const [, ...rest] = printed.split('\n')
  const lines = rest.filter((line) => /^\t?[\da-f]+$/.test(line))
  const bytes = (of: (line: string) => boolean): Buffer =>
    Buffer.from(lines.filter(of).join('').replaceAll('\t', ''), 'hex')
  return { client: bytes((line) => !line.startsWith('\t')), server: bytes((line) => line.startsWith('\t')) }
}
