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
  summary: 'Whether the container of a team is there; as a WebSocket, a tunnel to it',
})

export const proxyTest = route({
  ...relay,
  id: 'proxy.test',
  path: '/api/proxy/noinst/:id',
  summary: 'Whether the test container of an organizer is there; as a WebSocket, a tunnel to it',
})
