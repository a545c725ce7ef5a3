import { route } from './route.ts'

export const tunnelFile = 'pennant-tunnel.mjs'

/** Extension. */
export const downloadTunnel = route({
  id: 'tunnel.download',
  method: 'GET',
  path: '/api/tunnel/download',
  summary: 'Download the program that opens local ports to instances; it requires only Node.js',
  access: 'anonymous',
  answer: 'bytes',
  caching: 'revalidate',
  problems: ['file.notFound'],
})
