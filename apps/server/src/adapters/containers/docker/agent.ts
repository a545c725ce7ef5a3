import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { inspect } from 'node:util'

/**
 * Never keeps connections: the library describes each request with everything the agent has open, whether it
 * is read or not, which takes half a second while many instances start.
 */
export const openAgent = (secure: boolean): HttpAgent => {
  const agent = secure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false })
  return Object.defineProperty(agent, inspect.custom, { value: () => 'Agent' })
}
