import { route } from './route.ts'
import { GuidParam } from './schema.ts'

/** The id of a container is enough to connect: the client is a program without a session. */
const relay = {
  method: 'GET',
  anyMethod: true,
  access: 'anonymous',
  uncounted: true,
  params: GuidParam,
  answer: 'noContent',
  problems: [
    'proxy.off',
    'instance.notFound',
    'request.malformed',
    'proxy.tooManyConnections',
    'proxy.unresolvable',
    'proxy.unreachable',
  ],
} as const

export const proxyTeam = route({
  ...relay,
  id: 'proxy.team',
  path: '/api/proxy/:id',
  summary: "Check whether a team's container runs; as a WebSocket, open a tunnel to it",
})

export const proxyTest = route({
  ...relay,
  id: 'proxy.test',
  path: '/api/proxy/noinst/:id',
  summary: "Check whether an organizer's test container runs; as a WebSocket, open a tunnel to it",
})
