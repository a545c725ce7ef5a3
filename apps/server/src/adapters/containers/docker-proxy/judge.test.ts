import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bodyOf,
  callOf,
  createOf,
  decide,
  dialing,
  filters,
  idOf,
  instance,
  login,
  mine,
  networkBody,
  networkCall,
  ourLabel,
  plan,
  suffix,
  us,
  words,
} from '../../../../../../tests/kit/docker-call.ts'
import type { ContainerOrder } from '../../../ports/containers.ts'
import { orderOf } from '../containers.suite.ts'
import type { Features } from '../docker/feature.ts'
import { creationOf } from '../docker/network-shape.ts'
import type { Plan } from '../docker/specification.ts'
import type { Call } from './call.ts'
import type { Known } from './known.ts'

describe('what depends on settings and the host', () => {
  const published = createOf(bodyOf({ bindAddress: '' }))
  const isolated: Partial<Plan> = {
    order: orderOf('ctf/web:1', { id: instance, network: 'Isolated' }),
    networkId: idOf('2'),
  }
  const traced = createOf(bodyOf({ settings: { ...plan.settings, capabilities: ['SYS_PTRACE'] } }))

  it('are published ports', () => {
    expect(decide(published).kind).toBe('send')
    expect(decide(published, {}, { publishes: false })).toMatchObject({
      why: 'instances have no ports of the host',
    })
  })

  it('are isolated instances, whose reason is told', () => {
    expect(decide(createOf(bodyOf(isolated))).kind).toBe('send')
    const host = { processors: 2, ports: { from: 1, to: 2 }, noRules: 'iptables is not installed' }
    expect(decide(createOf(bodyOf(isolated)), { host })).toMatchObject({
      kind: 'refuse',
      why: expect.stringContaining('iptables is not installed'),
    })
    expect(decide(createOf(bodyOf()), { host }).kind).toBe('send')
  })

  it('are capabilities and processes', () => {
    expect(decide(traced).kind).toBe('send')
    expect(decide(traced, {}, { capabilities: [] })).toMatchObject({
      why: expect.stringContaining('SYS_PTRACE'),
    })
    expect(decide(createOf(bodyOf()), {}, { maxProcesses: 511 }).kind).toBe('refuse')
  })

  it('are containers that are gone, which is no attempt at anything', () => {
    const gone = decide(callOf('GET', `/containers/${idOf('d')}/json`))
    expect(gone).toEqual({ kind: 'missing', why: 'no such container' })
  })

  it('are networks of the prefix', () => {
    const known = { networks: [{ id: idOf('1'), name: 'ctf-open', mode: 'Open', installation: us }] } as const
    expect(decide(networkCall(networkBody()), known, { prefix: 'ctf' }).kind).toBe('refuse')
    const body = JSON.stringify(creationOf('ctf-isolated', us, { mode: 'Isolated', publishes: true }))
    expect(decide(networkCall(body), known, { prefix: 'ctf' }).kind).toBe('send')
  })
})

const sent = (call: Call, known: Partial<Known> = {}) => {
  const verdict = decide(call, known)
  if (verdict.kind !== 'send') throw new Error(JSON.stringify(verdict))
  return verdict.outgoing
}

describe('what is let through', () => {
  it.each([
    ['GET', '/_ping'],
    ['GET', '/info'],
    ['GET', `/containers/json?all=true&${filters({ label: [ourLabel] })}`],
    ['GET', `/containers/json?all=true&${filters({ label: [ourLabel, `pennant.instance=${instance}`] })}`],
    ['GET', `/containers/${mine}/json`],
    ['POST', `/containers/${mine}/start`],
    ['POST', `/containers/${mine}/wait?condition=not-running`],
    ['GET', `/containers/${mine}/logs?stdout=true&stderr=true&tail=20&follow=false`],
    ['GET', `/containers/${mine}/export`],
    ['DELETE', `/containers/${mine}?force=true&v=true`],
    ['GET', `/events?${filters({ type: ['container'], event: ['die', 'destroy'], label: [ourLabel] })}`],
    ['GET', '/images/ctf/web:1/json'],
    ['GET', `/images/registry.example:5000/a/b@sha256:${idOf('a')}/json`],
    ['POST', '/images/create?fromImage=ctf%2Fweb&tag=1'],
    ['POST', `/images/create?fromImage=registry.example%3A5000%2Fweb&tag=sha256%3A${idOf('a')}`],
    ['GET', `/networks?${filters({ name: ['pennant-open'] })}`],
    ['GET', `/networks?${filters({ name: ['pennant-open', 'pennant-isolated', 'pennant-custom'] })}`],
    ['GET', `/networks/${idOf('1')}`],
    ['GET', `/networks/${idOf('3')}`],
    ['DELETE', `/networks/${idOf('1')}`],
  ])('%s %s', (method, target) => {
    const outgoing = sent(callOf(method, target))
    expect(outgoing.method).toBe(method)
    expect(decodeURIComponent(outgoing.path)).toBe(decodeURIComponent(target))
    expect(outgoing.body).toBeUndefined()
  })

  it('means the container by its id, however it was named', () => {
    expect(sent(callOf('GET', `/containers/web_${suffix}/json`)).path).toBe(`/containers/${mine}/json`)
  })

  it('names an image whole, so that it means no id', () => {
    const image = { order: orderOf('beef', { id: instance }), name: `beef_${suffix}` }
    expect(sent(createOf(bodyOf(image), `name=beef_${suffix}`)).body).toMatchObject({ Image: 'beef:latest' })
    expect(sent(callOf('GET', '/images/beef/json')).path).toBe('/images/beef:latest/json')
  })

  it('is a login for a registry', () => {
    const header = login({ username: 'ann', password: 'p@ss', serveraddress: 'registry.example:5000' })
    const call = callOf('POST', '/images/create?fromImage=ctf%2Fweb&tag=1', { headers: header })
    expect(sent(call).registryAuth).toBe(header[1])
  })

  it('is a body that repeats the parameters', () => {
    const body = '{"fromImage":"ctf/web","tag":"1"}'
    expect(
      sent(callOf('POST', '/images/create?fromImage=ctf%2Fweb&tag=1', { headers: words(), body })).body,
    ).toBeUndefined()
  })

  it('is each shape of a network, in the words of the proxy', () => {
    for (const mode of ['Open', 'Isolated'] as const)
      for (const publishes of [true, false]) {
        const creation = creationOf(`pennant-${mode.toLowerCase()}`, us, { mode, publishes })
        const outgoing = sent(networkCall(JSON.stringify(creation)), { networks: [] })
        expect(outgoing).toEqual({ method: 'POST', path: '/networks/create', body: creation })
      }
  })

  it('is a question to the proxy itself, and a connection to an instance', () => {
    expect(decide(callOf('GET', '/pennant'))).toEqual({ kind: 'describe' })
    expect(decide(callOf('GET', '/pennant/dial/172.18.0.2:7000', { headers: dialing }))).toEqual({
      kind: 'dial',
      target: { host: '172.18.0.2', port: 7000 },
    })
  })

  const features = fc.record<Features>({
    storageLimit: fc.boolean(),
    init: fc.boolean(),
    fileLimit: fc.boolean(),
    processorLimit: fc.boolean(),
  })
  const order = fc.record<Partial<ContainerOrder>>({
    port: fc.integer({ min: 1, max: 65_535 }),
    cpu: fc.integer({ min: 1, max: 100 }),
    memoryMb: fc.integer({ min: 16, max: 65_536 }),
    storageMb: fc.integer({ min: 0, max: 100_000 }),
    network: fc.constantFrom('Open', 'Isolated', 'Custom'),
    environment: fc.dictionary(
      fc.stringMatching(/^[A-Z_]{1,12}$/),
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
    ),
    userChange: fc.boolean(),
    owner: fc.record({ gameId: fc.nat(), challengeId: fc.nat(), team: fc.string() }),
  })
  const networkOf = { Open: idOf('1'), Isolated: idOf('2'), Custom: idOf('3') }

  it('is every container that a server may order, in the words of the proxy', () => {
    fc.assert(
      fc.property(
        ...[order, features, fc.boolean(), fc.subarray(['SYS_PTRACE'])],
        ...[fc.constantFrom(null, '', '127.0.0.1', '::1'), fc.integer({ min: 32_768, max: 60_999 })],
        (given, known, readOnly, capabilities, bindAddress, port) => {
          const ordered = orderOf('ctf/web:1', { id: instance, ...given })
          const body = bodyOf({
            order: ordered,
            features: known,
            image: {
              labels: { 'pennant.readonly': String(readOnly) },
              program: known.init ? '' : '/sbin/init',
            },
            networkId: networkOf[ordered.network],
            settings: { ...plan.settings, capabilities },
            bindAddress,
            hostPort: bindAddress === '' ? String(port) : '',
          })
          expect(sent(createOf(body)).body).toEqual(body)
        },
      ),
    )
  })
})
