import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FakeKubernetes, startFakeKubernetes } from '../../../../../../tests/kit/fake-kubernetes.ts'
import type { Containers } from '../../../ports/containers.ts'
import { createKubernetesContainers } from './create.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'pennant-kubernetes-access-'))
const fileOf = (name: string, text = ''): string => {
  const file = path.join(folder, name)
  if (text !== '') writeFileSync(file, text)
  return file
}
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const opened: Containers[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const each of opened.splice(0)) await each.close()
})

const provider = (kubeConfig: string, root = path.join(folder, 'no-pod')): Containers => {
  const settings = {
    namespace: 'games',
    kubeConfig,
    allowCidr: ['10.0.0.0/8'],
    dns: [],
    reach: 'Internal' as const,
    capabilities: [],
    allowSetuid: false,
    requestPercent: 100,
    nodeSelector: [],
    tolerations: [],
    priorityClass: null,
    runtimeClass: null,
    schedulingSeconds: 1,
    startSeconds: 10,
  }
  const needs = { registries: {}, installation: 'one', publicEntry: '', startsAtOnce: 1 }
  const made = createKubernetesContainers({ ...needs, settings, onNote: () => undefined }, root)
  opened.push(made)
  return made
}

describe('a file with the access to a cluster', () => {
  it('is named when it is missing and this is no pod', async () => {
    const file = fileOf('missing.yaml')
    await expect(provider(file).check()).rejects.toThrow(
      `There is no file ${file}, and this server does not run in a pod with an account.`,
    )
  })

  it.each(['}{', 'clusters: 7', 'current-context: nowhere'])('is named when it is %s', async (text) => {
    const file = fileOf('broken.yaml', text)
    await expect(provider(file).check()).rejects.toThrow(`The file ${file}`)
  })

  it('is read again after it was of no use', async () => {
    const cluster = await startFakeKubernetes()
    const file = fileOf('later.yaml', 'current-context: nowhere')
    const containers = provider(file)
    await expect(containers.check()).rejects.toThrow(file)
    writeFileSync(file, cluster.kubeConfig())
    await containers.check()
    await containers.close()
    await cluster.close()
  })

  it('is read again when its token is no longer accepted', async () => {
    const cluster = await startFakeKubernetes()
    const file = fileOf('tokens.yaml', cluster.kubeConfig())
    const containers = provider(file)
    await containers.check()
    cluster.token = 'the-next-token'
    writeFileSync(file, cluster.kubeConfig())
    expect(await containers.list()).toEqual([])
    cluster.token = 'a-token-nobody-told-of'
    await expect(containers.list()).rejects.toThrow('does not accept the credentials')
    await containers.close()
    await cluster.close()
  })

  it('may lead below a path, as clusters behind a portal do', async () => {
    const cluster = await startFakeKubernetes()
    const server = `http://127.0.0.1:${cluster.port}/k8s/clusters/c-1`
    const file = fileOf('portal.yaml', cluster.kubeConfig({ server }))
    await expect(provider(file).check()).rejects.toThrow('404')
    expect(cluster.paths[0]).toBe('/k8s/clusters/c-1/api/v1/namespaces/games')
    await cluster.close()
  })

  it('says what command failed that was to bring the credentials', async () => {
    const cluster = await startFakeKubernetes()
    const config = JSON.parse(cluster.kubeConfig()) as { users: object[] }
    config.users = [{ name: 'u', user: { exec: { command: 'false', apiVersion: 'v1', args: [] } } }]
    const file = fileOf('command.yaml', JSON.stringify(config))
    await expect(provider(file).check()).rejects.toThrow('No credentials for the Kubernetes API')
    await cluster.close()
  })
})

const hasOpenssl = (() => {
  try {
    execFileSync('openssl', ['version'])
    return true
  } catch {
    return false
  }
})()

describe.skipIf(!hasOpenssl)('the account of a pod', () => {
  let cluster: FakeKubernetes
  const account = path.join(folder, 'pod/var/run/secrets/kubernetes.io/serviceaccount')
  beforeAll(async () => {
    mkdirSync(account, { recursive: true })
    const [key, cert] = [fileOf('key.pem'), path.join(account, 'ca.crt')]
    const made = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=kubernetes']
    const names = ['-addext', 'subjectAltName=IP:127.0.0.1']
    execFileSync('openssl', ['req', '-x509', ...made, ...names, '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    })
    cluster = await startFakeKubernetes({ key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') })
    writeFileSync(path.join(account, 'token'), cluster.token)
  })
  afterAll(() => cluster.close())

  const inPod = (): void => {
    vi.stubEnv('KUBERNETES_SERVICE_HOST', '127.0.0.1')
    vi.stubEnv('KUBERNETES_SERVICE_PORT', String(cluster.port))
  }

  it('is used where there is no file, over TLS that is checked, over connections that are kept', async () => {
    inPod()
    const containers = provider(fileOf('missing.yaml'), path.join(folder, 'pod'))
    await containers.check()
    for (let count = 0; count < 5; count += 1) await containers.list()
    expect(cluster.connections).toBe(1)
  })

  it('is of no use where the certificate is from somebody else', async () => {
    const config = JSON.parse(cluster.kubeConfig({ server: `https://127.0.0.1:${cluster.port}` })) as {
      clusters: { cluster: object }[]
    }
    for (const each of config.clusters) {
      each.cluster = { ...each.cluster, 'insecure-skip-tls-verify': false }
    }
    const file = fileOf('strange.yaml', JSON.stringify(config))
    await expect(provider(file).check()).rejects.toThrow("can't be reached: DEPTH_ZERO_SELF_SIGNED_CERT")
  })
})
