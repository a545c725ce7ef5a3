import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { addressBytes } from '@pennant/rules/capture/address'
import { datagramRecord } from '@pennant/rules/capture/datagram'
import { pcapHeader } from '@pennant/rules/capture/pcap'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { skipReason, withSkipReason } from '../../../../../tests/kit/skip-reason.ts'
import { manualCode } from '../../../../../tests/kit/manual.ts'
import {
  createRecorderSetup,
  newTarget,
  type RecorderSetup,
} from '../../../../../tests/kit/recorder-setup.ts'
import { tsharkMissing } from '../../../../../tests/kit/tshark.ts'

const run = promisify(execFile)
const pythonMissing = skipReason(
  spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0,
  'python3 is not installed',
)

const scriptAround = (lines: string): string =>
  [
    'import gzip, struct, sys',
    'with gzip.open(sys.argv[1]) as file:',
    '    file.read(24)',
    '    while head := file.read(16):',
    '        frame = file.read(struct.unpack("<IIII", head)[2])',
    ...lines
      .trimEnd()
      .split('\n')
      .map((line) => `        ${line}`),
    '        if payload: print(payload.hex())',
  ].join('\n')

const words = ['GET / HTTP/1.0\r\n\r\n', 'HTTP/1.0 200 OK\r\n\r\nhello', 'more']

let setup: RecorderSetup
beforeEach(async () => {
  setup = await createRecorderSetup()
})
afterEach(() => setup.close())

const asStream = async (): Promise<string> => {
  const target = newTarget()
  const recorder = setup.recorder()
  const recording = recorder.begin(target, target.capture, '192.0.2.1', {
    address: '198.51.100.2',
    port: 9999,
  })
  const [question = '', answer = '', more = ''] = words
  recording.toServer(Buffer.from(question))
  recording.toClient(Buffer.from(answer))
  recording.toServer(Buffer.from(more))
  recording.end('client')
  await recorder.finish(target.id)
  const [key = ''] = await setup.keys()
  return setup.fileOf(key)
}

const asDatagrams = (): Promise<string> => {
  const [client, server] = [
    { address: addressBytes('192.0.2.1'), port: 10_002 },
    { address: addressBytes('198.51.100.2'), port: 9_999 },
  ]
  const metadata = datagramRecord(
    { from: { address: addressBytes('::'), port: 65_535 }, to: { ...client, port: 10_001 } },
    Buffer.from('{"Team":"one"}'),
    0,
  )
  const packets = words.map((word, at) =>
    datagramRecord(
      at === 1 ? { from: server, to: client } : { from: client, to: server },
      Buffer.from(word),
      at + 1,
    ),
  )
  return setup.file('datagrams.pcap.gz', gzipSync(Buffer.concat([pcapHeader(), metadata, ...packets])))
}

describe.each([
  ['of this platform', asStream],
  ['with a datagram for each read', asDatagrams],
] as const)('what a capture %s carries', (_kind, capture) => {
  it.skipIf(pythonMissing !== null)(
    withSkipReason('is taken out by the two lines of Python in the manual', pythonMissing),
    async () => {
      const lines = await manualCode('Read captures with scripts', 'python', 'operator/captures.md')
      const { stdout } = await run('python3', ['-c', scriptAround(lines), await capture()])
      const [metadata = '', ...payloads] = stdout
        .trimEnd()
        .split('\n')
        .map((line) => Buffer.from(line, 'hex').toString())
      expect(JSON.parse(metadata)).toHaveProperty('Team')
      expect(payloads).toEqual(words)
    },
  )

  it.skipIf(tsharkMissing() !== null)(
    withSkipReason('is printed by the command in the manual', tsharkMissing()),
    async () => {
      const command = await manualCode('Read captures with scripts', 'sh', 'operator/captures.md')
      const file = await capture()
      const { stdout } = await run('sh', ['-c', command.replace('capture.pcap.gz', '"$1"'), 'sh', file])
      const printed = stdout
        .trimEnd()
        .split('\n')
        .map((line) => {
          const [, udp = '', tcp = ''] = line.split('\t')
          return Buffer.from(udp + tcp, 'hex').toString()
        })
      expect(printed.slice(1)).toEqual(words)
    },
  )
})
