import { describe, expect, it } from 'vitest'
import { ArgumentFault, readArguments } from './arguments.ts'

const read = (line: string) => readArguments(line === '' ? [] : line.split(' '))
const quiet = { json: false, verbose: false }

describe('the command line', () => {
  it.each([
    ['serve', { name: 'serve', host: '127.0.0.1', port: 3307, keyed: false, output: quiet }],
    ['serve --key', { name: 'serve', port: 3307, keyed: true }],
    ['serve --port 0 --host ::1', { name: 'serve', host: '::1', port: 0, keyed: false, output: quiet }],
    ['serve --log-json --verbose', { name: 'serve', output: { json: true, verbose: true } }],
    ['connect ws://x/y', { name: 'connect', remote: 'ws://x/y', host: '127.0.0.1', port: 0, output: quiet }],
    ['connect wss://x --host 0.0.0.0 -p 99', { name: 'connect', host: '0.0.0.0', port: 99 }],
    ['allow https://CTF.example/games', { name: 'allow', host: 'https://ctf.example' }],
    ['revoke http://localhost:8080', { name: 'revoke', host: 'http://localhost:8080' }],
    ['list', { name: 'list' }],
    ['status', { name: 'status' }],
    ['--help', { name: 'help' }],
    ['serve -h', { name: 'help' }],
    ['--version', { name: 'version' }],
  ])('%s is understood', (line, command) => expect(read(line)).toMatchObject(command))

  it.each([
    ['', 'Enter a command'],
    ['dance', 'Unknown command: dance'],
    ['serve now', 'Too many arguments: now'],
    ['serve --port', '--port'],
    ['connect wss://ctf.example/x --key', 'connect has no option --key'],
    ['serve --port 70000', 'number up to 65535'],
    ['serve --port -1', '--port'],
    ['serve --port 1e3', 'number'],
    ['serve --host 0.0.0.0', 'this machine only'],
    ['serve --host ctf.example', 'this machine only'],
    ['serve --loud', '--loud'],
    ['connect', 'address of the instance'],
    ['connect http://x', 'ws:// or wss://'],
    ['connect nonsense', 'no address'],
    ['connect ws://x ws://y', 'Too many arguments'],
    ['connect ws://x --host nowhere.example', 'numeric address'],
    ['allow', 'address of a site'],
    ['allow ctf.example', 'https://ctf.example'],
    ['allow https://a.example --port 3', '--port'],
    ['list --verbose', '--verbose'],
    ['status x', 'Too many arguments'],
  ])('%j is not', (line, why) => {
    expect(() => read(line)).toThrow(ArgumentFault)
    expect(() => read(line)).toThrow(why)
  })
})
