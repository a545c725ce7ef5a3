import { route } from './route.ts'

export const tunnelFile = 'pennant-tunnel.mjs'

/** Extension. */
export const downloadTunnel = route({
  id: 'tunnel.download',
  method: 'GET',
  path: '/api/tunnel/download',
  summary: 'The program that brings instances to ports of your own machine; it needs nothing but Node.js',
  access: 'anonymous',
  answer: 'bytes',
  caching: 'revalidate',
  problems: ['file.notFound'],
})
