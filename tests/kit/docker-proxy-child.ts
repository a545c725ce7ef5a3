import { writeFile } from 'node:fs/promises'
import { startDockerProxy } from '../../apps/server/src/adapters/containers/docker-proxy/create.ts'
import { quietProxy } from './docker-proxy-needs.ts'
import type { ProxyOrder } from './docker-server.ts'
import { readyFile } from './ready-file.ts'

/** A separate process, so that it can run on the host of the daemon. */
const order = JSON.parse(process.argv[2] ?? '{}') as ProxyOrder
const proxy = await startDockerProxy({ ...quietProxy, ...order })
await writeFile(readyFile(order.socket), '')
process.on('SIGTERM', () => void proxy.close())
