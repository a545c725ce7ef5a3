import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { inspect } from 'node:util'

// Keeps no connections: the library describes each request with all that its agent has open, which takes half
// a second while many instances start.
export const openAgent = (secure: boolean): HttpAgent => {
  const agent = secure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false })
  return Object.defineProperty(agent, inspect.custom, { value: () => 'Agent' })
}
