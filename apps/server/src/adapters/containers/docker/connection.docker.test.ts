import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  dockerSkipReason,
  dockerNeeds,
  withDockerSkipReason,
  removeNetworks,
  sharedDocker,
} from '../../../../../../tests/kit/shared-docker.ts'
import { imageName } from '../../../../../../tests/kit/docker-image.ts'
import { startDockerProxy } from '../../../../../../tests/kit/docker-proxy.ts'
import { exchange } from '../../../../../../tests/kit/exchange.ts'
import { skipReason, withSkipReason } from '../../../../../../tests/kit/skip-reason.ts'
import type { Containers } from '../../../ports/containers.ts'
import { orderOf, startedOf } from '../containers.suite.ts'
import { createDockerContainers } from './create.ts'
import type { DockerSettings } from './needs.ts'

const networks = 'net-connection'
const password = 'p@ss: word'

describe.skipIf(dockerSkipReason() !== null)(withDockerSkipReason('a daemon behind a proxy'), () => {
  type Proxy = Parameters<typeof startDockerProxy>[1]
  const open = async (
    options: Proxy,
    settings: (port: number) => Partial<DockerSettings>,
  ): Promise<Containers> => {
    const proxy = await startDockerProxy(sharedDocker().uri.replace('unix://', ''), options)
    const given = { ...settings(proxy.port), challengeNetwork: networks }
    const containers = createDockerContainers(dockerNeeds('', { settings: given }))
    onTestFinished(async () => {
      await containers.close()
      await proxy.close()
    })
    return containers
  }
  afterAll(() => removeNetworks(networks))

  it('is used with its login and below its path', async () => {
    const containers = await open({ login: `ann:${password}`, prefix: '/docker/one' }, (port) => ({
      uri: `http://127.0.0.1:${port}/docker/one/`,
      userName: 'ann',
      password,
    }))
    await containers.check()
    const onProgress = (): void => undefined
    const signal = new AbortController().signal
    const started = startedOf(await containers.start(orderOf(imageName('echo')), { signal, onProgress }))
    expect(await exchange(started.ip, started.port, 'hello', 5)).toBe('hello')
    expect(await containers.list()).toHaveLength(1)
    await containers.destroy(started.runtimeId)
  })

  it('takes a login from its address, too', async () => {
    const login = `ann:${encodeURIComponent(password)}`
    const containers = await open({ login: `ann:${password}` }, (port) => ({
      uri: `tcp://${login}@127.0.0.1:${port}`,
    }))
    await containers.check()
    expect(await containers.list()).toEqual([])
  })

  it('says no when the login is wrong, without repeating it', async () => {
    const containers = await open({ login: 'ann:right' }, (port) => ({
      uri: `http://127.0.0.1:${port}`,
      userName: 'ann',
      password: 'wrong-password',
    }))
    await expect(containers.check()).rejects.toThrow('who are you?')
    const outcome = await containers.start(orderOf(imageName('echo')), {
      signal: new AbortController().signal,
      onProgress: () => undefined,
    })
    expect(outcome).toMatchObject({ refused: 'unavailable' })
    expect(JSON.stringify(outcome)).not.toContain('wrong-password')
  })

  it('is the one that is configured, whatever variables Docker itself knows', async () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv('DOCKER_HOST', 'tcp://127.0.0.1:1')
    await (await open({}, (port) => ({ uri: `http://127.0.0.1:${port}` }))).check()
    const { uri } = sharedDocker()
    const local = createDockerContainers(dockerNeeds(uri))
    await local.check()
    await local.close()
    vi.stubEnv('DOCKER_CERT_PATH', '/nowhere')
    const confused = createDockerContainers(dockerNeeds(uri))
    await expect(confused.check()).rejects.toThrow('DOCKER_HOST and DOCKER_CERT_PATH')
    await confused.close()
  })

  it('is not mistaken for one when it is something else', async () => {
    const containers = await open({}, (port) => ({ uri: `http://127.0.0.1:${port}` }))
    const { createServer } = await import('node:http')
    const other = createServer((_request, response) => response.end('<html>welcome</html>')).listen(
      0,
      '127.0.0.1',
    )
    onTestFinished(() => void other.close())
    await new Promise((resolve) => other.once('listening', resolve))
    const address = other.address()
    const uri = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    const stranger = createDockerContainers(dockerNeeds(uri))
    await expect(stranger.check()).rejects.toThrow('is not a Docker daemon')
    await stranger.close()
    await containers.check()
  })

  const withoutTool = skipReason(spawnSync('openssl', ['version']).status === 0, 'openssl is not installed')
  describe.skipIf(withoutTool !== null)(withSkipReason('over TLS', withoutTool), () => {
    const certificate = (): { folder: string; cert: string; key: string } => {
      const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
      const words =
        'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test -addext subjectAltName=IP:127.0.0.1'
      execFileSync('openssl', [...words.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' })
      return { folder, cert, key }
    }

    it('is checked, and shown who asks', async () => {
      const { cert, key } = certificate()
      const tls = {
        cert: readFileSync(cert),
        key: readFileSync(key),
        ca: readFileSync(cert),
        requestCert: true,
        rejectUnauthorized: true,
      }
      const containers = await open({ tls }, (port) => ({
        uri: `tcp://127.0.0.1:${port}`,
        tlsCa: cert,
        tlsCert: cert,
        tlsKey: key,
      }))
      await containers.check()
      expect(await containers.list()).toEqual([])
    })

    it('is not trusted without reason, and a file that is missing is named', async () => {
      const { cert, key } = certificate()
      const tls = { cert: readFileSync(cert), key: readFileSync(key) }
      const uri = (port: number): string => `https://127.0.0.1:${port}`
      const distrustful = await open({ tls }, (port) => ({ uri: uri(port) }))
      await expect(distrustful.check()).rejects.toThrow('its certificate is not trusted')
      const incomplete = await open({ tls }, (port) => ({ uri: uri(port), tlsCa: '/nowhere/ca.pem' }))
      await expect(incomplete.check()).rejects.toThrow(/file \/nowhere\/ca\.pem .* can't be read \(ENOENT\)/)
    })
  })
})
