import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { getServers, setServers } from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'

const headBytes = 12
const isAnswer = 0x81_80
const noSuchName = 3
// Points to the name in the question.
const sameName = 0xc0_0c
const typeText = 16
const classInternet = 1
const mostInPart = 255

/** What is asked from this process reaches no other server. Names without a record don't exist. */
export const startTextRecords = async (records: ReadonlyMap<string, string>) => {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = []
    let at = headBytes
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length))
      at += 1 + length
    }
    const text = records.get(labels.join('.').toLowerCase())
    const head = Buffer.alloc(headBytes)
    query.copy(head, 0, 0, 2)
    head.writeUInt16BE(text === undefined ? isAnswer + noSuchName : isAnswer, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(text === undefined ? 0 : 1, 6)
    // Its type and its class follow a name.
    const question = query.subarray(headBytes, at + 5)
    socket.send(
      Buffer.concat([head, question, ...(text === undefined ? [] : [answerOf(text)])]),
      port,
      address,
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const before = getServers()
  const use = (servers: readonly string[]): void => {
    setServers(servers)
    // Modules that were loaded before have the functions of the servers before.
    syncBuiltinESMExports()
  }
  use([`127.0.0.1:${socket.address().port}`])
  return {
    async close(): Promise<void> {
      use(before)
      socket.close()
      await once(socket, 'close')
    },
  }
}

const answerOf = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += mostInPart) {
    const part = bytes.subarray(at, at + mostInPart)
    parts.push(Buffer.from([part.length]), part)
  }
  const content = Buffer.concat(parts)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(sameName, 0)
  head.writeUInt16BE(typeText, 2)
  head.writeUInt16BE(classInternet, 4)
  head.writeUInt16BE(content.length, 10)
  return Buffer.concat([head, content])
}
