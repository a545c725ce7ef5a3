import { parseArgs } from 'node:util'
import { tunnelPort } from '@pennant/contract/tunnel'
import { isLoopback, readHost } from '../link/local-address.ts'
import { faultOfRemote } from '../link/remote.ts'
import { readOrigin } from '../scope/scope.ts'

export type Output = { readonly json: boolean; readonly verbose: boolean }

export type Command =
  | { readonly name: 'help' | 'version' }
  | { readonly name: 'list' | 'status' }
  | {
      readonly name: 'serve'
      readonly host: string
      readonly port: number
      readonly keyed: boolean
      readonly output: Output
    }
  | {
      readonly name: 'connect'
      readonly remote: string
      readonly host: string
      readonly port: number
      readonly output: Output
    }
  | { readonly name: 'allow' | 'revoke'; readonly host: string }

export class ArgumentFault extends Error {}

const options = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  port: { type: 'string', short: 'p' },
  host: { type: 'string' },
  key: { type: 'boolean' },
  verbose: { type: 'boolean' },
  'log-json': { type: 'boolean' },
} as const

const commandOptions: Readonly<Record<string, readonly string[]>> = {
  serve: ['port', 'host', 'key', 'verbose', 'log-json'],
  connect: ['port', 'host', 'verbose', 'log-json'],
}

export const readArguments = (args: readonly string[]): Command => {
  const { values, positionals } = parse(args)
  if (values.help === true) return { name: 'help' }
  if (values.version === true) return { name: 'version' }
  const [name, ...rest] = positionals
  if (name === undefined) throw new ArgumentFault('Enter a command.')
  const stray = Object.keys(values).find((option) => !(commandOptions[name] ?? []).includes(option))
  const output = { json: values['log-json'] === true, verbose: values.verbose === true }

  switch (name) {
    case 'serve': {
      none(rest)
      const host = readHost(values.host ?? '127.0.0.1')
      if (host === null || !isLoopback(host))
        throw new ArgumentFault('--host must be an address of this machine only: 127.0.0.1 or ::1.')
      return {
        ...{ name, host, output },
        port: readPort(values.port, tunnelPort),
        keyed: values.key === true,
      }
    }
    case 'connect': {
      if (stray !== undefined) throw new ArgumentFault(`${name} has no option --${stray}.`)
      const remote = one(rest, 'the address of the instance, wss://…')
      const fault = faultOfRemote(remote)
      if (fault !== null) throw new ArgumentFault(`Invalid address: ${fault}.`)
      const host = readHost(values.host ?? '127.0.0.1')
      if (host === null) throw new ArgumentFault('--host must be a numeric address of this machine.')
      return { name, remote, host, port: readPort(values.port, 0), output }
    }
    case 'allow':
    case 'revoke': {
      if (stray !== undefined) throw new ArgumentFault(`${name} has no option --${stray}.`)
      const host = readOrigin(one(rest, 'the address of a site, https://…'))
      if (host === null) throw new ArgumentFault('Enter the address of the site, such as https://ctf.example')
      return { name, host }
    }
    case 'list':
    case 'status':
      if (stray !== undefined) throw new ArgumentFault(`${name} has no option --${stray}.`)
      none(rest)
      return { name }
    default:
      throw new ArgumentFault(`Unknown command: ${name}`)
  }
}

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new ArgumentFault(error instanceof Error ? error.message : String(error))
  }
}

const none = ([stray]: readonly string[]): void => {
  if (stray !== undefined) throw new ArgumentFault(`Too many arguments: ${stray}`)
}

const one = ([first, ...rest]: readonly string[], what: string): string => {
  if (first === undefined) throw new ArgumentFault(`Enter ${what}`)
  none(rest)
  return first
}

const readPort = (text: string | undefined, usual: number): number => {
  if (text === undefined) return usual
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new ArgumentFault('--port must be a number up to 65535.')
  return port
}
