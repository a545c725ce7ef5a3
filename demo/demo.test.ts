import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { challengeCategories, challengeTypes, networkModes } from '@pennant/contract/enums'
import { limits } from '@pennant/contract/limit'
import { describe, expect, it } from 'vitest'
import { freePort } from '../tests/kit/free-port.ts'
import { type Challenge, listSlugs, readChallenge } from './challenge.mjs'

const challenges = listSlugs().map(readChallenge)
const dynamic = challenges.filter((one) => one.type === 'DynamicAttachment')
const served = challenges.filter((one) => one.needsContainers)
const fixed = challenges.filter((one) => one.flag !== undefined)

const run = promisify(execFile)
const solve = async (challenge: Challenge, ...args: string[]) => {
  const { stdout } = await run(process.execPath, [path.join(challenge.folder, 'solve.mjs'), ...args])
  return stdout.trimEnd().split('\n')
}

const filesOf = (challenge: Challenge) => {
  const folder = path.join(challenge.folder, 'files')
  const names =
    challenge.attachment === undefined && challenge.variants.length === 0 ? [] : readdirSync(folder)
  return names.map((name) => ({ name, bytes: readFileSync(path.join(folder, name)) }))
}

describe('the challenges of the sample event', () => {
  it('are two dozen with titles of their own, in most categories', () => {
    expect(challenges).toHaveLength(24)
    expect(new Set(challenges.map((one) => one.title.toLowerCase())).size).toBe(24)
    expect(new Set(challenges.map((one) => one.category)).size).toBeGreaterThanOrEqual(10)
    expect(dynamic.length).toBeGreaterThanOrEqual(4)
  })

  it.each(challenges.map((one) => [one.slug, one] as const))('%s keeps to what the wire allows', (_, one) => {
    expect(Object.keys(challengeCategories)).toContain(one.category)
    expect(one.slug.split('/')[0]).toBe(one.category.toLowerCase())
    expect(Object.keys(challengeTypes)).toContain(one.type)
    expect(one.needsContainers).toBe(one.type.endsWith('Container'))
    expect(one.title.length).toBeLessThanOrEqual(limits.challengeTitle)
    expect(one.content.trim()).not.toBe('')
    expect(one.content.length).toBeLessThanOrEqual(limits.challengeContent)
    expect(one.hints.length).toBeLessThanOrEqual(3)
    for (const hint of one.hints) expect(hint.length).toBeLessThanOrEqual(limits.hint)
    expect(one.originalScore).toBeGreaterThan(0)
    expect(one.originalScore).toBeLessThanOrEqual(limits.challengeScore)
    expect(one.minScoreRate).toBeGreaterThanOrEqual(0)
    expect(one.minScoreRate).toBeLessThanOrEqual(1)
    expect(one.difficulty).toBeGreaterThanOrEqual(0.1)
    expect(one.submissionLimit).toBeGreaterThanOrEqual(0)
    expect(one.submissionLimit).toBeLessThanOrEqual(10_000)
    expect((one.fileName ?? one.attachment ?? '').length).toBeLessThanOrEqual(limits.fileName)
    for (const flag of [one.flag, ...one.variants.map((variant) => variant.flag)].filter(
      (f) => f !== undefined,
    )) {
      expect(flag).toMatch(/^flag\{[a-z0-9_]+\}$/)
      expect(flag.length).toBeLessThanOrEqual(limits.flag)
    }
  })

  it('say for each type what it needs, and nothing else', () => {
    for (const one of challenges)
      expect([
        one.slug,
        one.flag !== undefined,
        one.variants.length > 0,
        one.container !== undefined,
      ]).toEqual([
        one.slug,
        one.type.startsWith('Static'),
        one.type === 'DynamicAttachment',
        one.type.endsWith('Container'),
      ])
    for (const one of dynamic) expect(one.fileName).toMatch(/^[\w.-]+$/)
  })

  it('give away small files, all of which somebody gets', () => {
    let total = 0
    for (const one of challenges) {
      const files = filesOf(one)
      const given = one.attachment === undefined ? one.variants.map(({ file }) => file) : [one.attachment]
      expect([one.slug, files.map(({ name }) => name).toSorted()]).toEqual([one.slug, given.toSorted()])
      for (const { name, bytes } of files) expect([name, bytes.length < 200_000]).toEqual([name, true])
      total += files.reduce((sum, { bytes }) => sum + bytes.length, 0)
    }
    expect(total).toBeLessThan(2_000_000)
  })

  it('hide their flags from a search for text', () => {
    const flags = challenges.flatMap((one) => [one.flag ?? [], one.variants.map(({ flag }) => flag)]).flat(2)
    for (const one of challenges)
      for (const { name, bytes } of filesOf(one))
        expect([name, flags.filter((flag) => bytes.includes(flag))]).toEqual([name, []])
  })

  it.each(challenges.map((one) => [one.slug, one] as const))(
    '%s makes its files as they are',
    async (_, one) => {
      const program = path.join(one.folder, 'make.mjs')
      if (!readdirSync(one.folder).includes('make.mjs')) return expect(one.variants).toEqual([])
      const { make } = (await import(program)) as { make(): Record<string, string | Buffer> }
      const made = Object.entries(make())
      expect(made.length).toBeGreaterThan(0)
      for (const [name, content] of made)
        expect([name, Buffer.from(content).equals(readFileSync(path.join(one.folder, name)))]).toEqual([
          name,
          true,
        ])
      const left = filesOf(one).filter(({ name }) => !made.some(([other]) => other === `files/${name}`))
      expect(left).toEqual([])
    },
  )
})

describe('a program solves', () => {
  it.each(fixed.map((one) => [one.slug, one] as const))('%s', async (_, one) => {
    expect(await solve(one)).toEqual([one.flag])
  })

  it.each(dynamic.map((one) => [one.slug, one] as const))(
    '%s, whichever file a team gets',
    async (_, one) => {
      const files = one.variants.map(({ file }) => path.join(one.folder, 'files', file))
      expect(await solve(one, ...files)).toEqual(one.variants.map(({ flag }) => flag))
      expect(new Set(one.variants.map(({ flag }) => flag)).size).toBe(one.variants.length)
    },
  )

  it.each(served.map((one) => [one.slug, one] as const))('%s in a running instance', async (_, one) => {
    const template = one.flagTemplate ?? ''
    expect(template.length).toBeLessThanOrEqual(limits.flagTemplate)
    expect(template).toContain('[TEAM_HASH]')
    const flag = template.replace('[TEAM_HASH]', '8229bf0673be')
    const port = await freePort()
    const program = path.join(one.folder, 'files', one.attachment ?? '')
    const service = spawn(process.execPath, [program], {
      env: { ...process.env, PENNANT_FLAG: flag, PORT: String(port) },
      stdio: 'ignore',
    })
    const gone = once(service, 'exit')
    try {
      await listening(port)
      expect(await solve(one, `127.0.0.1:${port}`)).toEqual([flag])
    } finally {
      service.kill()
      await gone
    }
  })

  it('without looking at the answer', () => {
    for (const one of challenges)
      expect(readFileSync(path.join(one.folder, 'solve.mjs'), 'utf8')).not.toMatch(
        /challenge\.(m?js|json)|flags\.json|make\.mjs|variant\.mjs|random\.mjs/,
      )
  })
})

describe('the services of the sample event', () => {
  it('come with an image that runs what the players were given', () => {
    for (const { folder, attachment, container } of served) {
      const recipe = readFileSync(path.join(folder, 'Dockerfile'), 'utf8')
      expect(recipe).toContain(`COPY files/${attachment} `)
      expect(recipe).toContain(`EXPOSE ${container?.exposePort}\n`)
      expect(recipe).toContain('USER node')
      expect(container?.image).toMatch(/^pennant-demo\/[a-z-]+:\d+$/)
      expect(container?.image.length).toBeLessThanOrEqual(limits.containerImage)
      expect(Object.keys(networkModes)).toContain(container?.networkMode)
      expect(statSync(path.join(folder, 'files', attachment ?? '')).isFile()).toBe(true)
    }
    expect(served.length).toBe(2)
  })
})

async function listening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const socket = connect(port, '127.0.0.1')
    const answered = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (answered) return
    await wait(50)
  }
  throw new Error(`Nothing listens on port ${port}`)
}
