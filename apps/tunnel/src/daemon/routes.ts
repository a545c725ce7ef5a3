import { tunnelPaths, tunnelVersion } from '@pennant/contract/tunnel'
import { empty, json, type Answer } from './answer.ts'
import type { Body } from './body.ts'
import type { Readers } from './cors.ts'

export type Call = { readonly origin: string; readonly body: Body }
export type Handler = (call: Call) => Answer | Promise<Answer>
export type Methods = Readonly<Partial<Record<string, Handler>>>

export type Route = { readonly readers: Readers; readonly methods: Methods }

export const createRoutes = ({ connect, pool }: { connect: Methods; pool: Methods }): Map<string, Route> =>
  new Map([
    [tunnelPaths.version, { readers: 'everybody', methods: { GET: () => json({ version: tunnelVersion }) } }],
    [tunnelPaths.connect, { readers: 'everybody', methods: connect }],
    [tunnelPaths.pool, { readers: 'allowed sites', methods: pool }],
    // Raises the window of tunnels that have one.
    [tunnelPaths.popup, { readers: 'allowed sites', methods: { POST: () => empty(200) } }],
  ])
