import type { TestProject } from 'vitest/node'
import { dockerMissing, startDocker, type TestDocker } from './docker.ts'
import { imageName, importServices } from './docker-image.ts'
import { ask } from './docker-request.ts'
import { skipReason } from './skip-reason.ts'

export type SharedDocker = Pick<TestDocker, 'uri' | 'remoteUri' | 'outside'>

declare module 'vitest' {
  interface ProvidedContext {
    docker: SharedDocker | { missing: string }
  }
}

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const missing = dockerMissing()
  const docker = missing === null ? await open() : { missing }
  if ('missing' in docker) {
    project.provide('docker', { missing: docker.missing ?? '' })
    return async () => undefined
  }
  const { uri, remoteUri, outside } = docker
  project.provide('docker', { uri, remoteUri, outside })
  return () => docker.stop()
}

/** A sandbox may have all programs and still not allow a daemon. */
const open = async (): Promise<TestDocker | { missing: string | null }> => {
  try {
    const docker = await startDocker()
    try {
      const socket = docker.uri.replace('unix://', '')
      await importServices(socket)
      await runOne(socket)
    } catch (error) {
      await docker.stop()
      throw error
    }
    return docker
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { missing: skipReason(false, `a Docker daemon does not work here: ${why.replace(/[()]/g, '')}`) }
  }
}

const runOne = async (socket: string): Promise<void> => {
  const said = await ask(socket, 'POST', '/containers/create', { Image: imageName('deaf') })
  const { Id }: { Id: string } = JSON.parse(said)
  await ask(socket, 'POST', `/containers/${Id}/start`)
  await ask(socket, 'DELETE', `/containers/${Id}?force=1`)
}
