import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { inspect } from 'node:util'

/**
 * A connection for every request. The library describes each request in full, whether anybody reads that or not,
 * and with it everything the agent has open: milliseconds for one, and half a second while many instances start.
 */
export const openAgent = (secure: boolean): HttpAgent => {
  const agent = secure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false })
  return Object.defineProperty(agent, inspect.custom, { value: () => 'Agent' })
}
