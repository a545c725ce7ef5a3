import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { createConsent } from './consent.ts'
import { createScopes, type Scopes } from './scopes.ts'

const a = 'https://a.example'
const b = 'https://b.example'
const facts = { name: 'Harbour', features: ['basic' as const], settings: {} }

type Asked = { text: string; answer(text: string | null): void; signal: AbortSignal }

let scopes: Scopes
let asked: Asked[]
let said: string[]
const ask = (question: readonly string[], signal: AbortSignal): Promise<string | null> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(null))
    asked.push({ text: question.join('\n'), answer: resolve, signal })
  })
const reply = async (text: string | null): Promise<void> => {
  asked.at(-1)?.answer(text)
  await turn()
}

beforeEach(() => {
  scopes = createScopes([])
  asked = []
  said = []
})

describe('with somebody at the terminal', () => {
  beforeEach(() => createConsent({ scopes, ask, say: (text) => void said.push(text) }).begin())

  it('a site is allowed by a yes', async () => {
    scopes.ask(a, facts)
    expect(asked[0]?.text).toContain(`${a} ("Harbour") wants to use this tunnel`)
    await reply('y')
    expect(scopes.isAllowed(a)).toBe(true)
  })

  it('a no removes it, and it is not asked about again', async () => {
    scopes.ask(a, facts)
    await reply('No')
    expect(scopes.find(a)).toBeUndefined()
    scopes.ask(a, facts)
    await turn()
    expect(asked).toHaveLength(1)
    expect(said).toEqual([expect.stringContaining(`pennant-tunnel allow ${a}`)])
  })

  it('other answers are asked for again', async () => {
    scopes.ask(a, facts)
    await reply('')
    await reply('maybe')
    expect(scopes.find(a)?.state).toBe('pending')
    await reply(' YES ')
    expect(scopes.isAllowed(a)).toBe(true)
    expect(asked).toHaveLength(3)
  })

  it('several sites are asked about one after the other', async () => {
    scopes.ask(a, facts)
    scopes.ask(b, facts)
    expect(asked).toHaveLength(1)
    await reply('n')
    expect(asked).toHaveLength(2)
    expect(asked[1]?.text).toContain(b)
    await reply('y')
    expect(scopes.list()).toMatchObject([{ host: b, state: 'allowed' }])
  })

  it('a question is withdrawn when it is answered elsewhere', async () => {
    scopes.ask(a, facts)
    scopes.ask(b, facts)
    scopes.allow(a)
    await turn()
    expect(asked[0]?.signal.aborted).toBe(true)
    expect(asked[1]?.text).toContain(b)
    expect(scopes.isAllowed(a)).toBe(true)
  })

  it('when nobody answers any more, the command is told', async () => {
    scopes.ask(a, facts)
    scopes.ask(b, facts)
    await reply(null)
    scopes.ask('https://c.example', facts)
    expect(asked).toHaveLength(1)
    expect(said.map((text) => text.split('allow ')[1])).toEqual([a, b, 'https://c.example'])
    expect(scopes.find(a)?.state).toBe('pending')
  })
})

it('without anybody there, the command is told', () => {
  scopes.ask(a, facts)
  createConsent({ scopes, ask: null, say: (text) => void said.push(text) }).begin()
  scopes.ask(b, facts)
  expect(said.map((text) => text.split('allow ')[1])).toEqual([a, b])
})

it('what was asked before the start is asked about at the start', async () => {
  scopes.ask(a, facts)
  const consent = createConsent({ scopes, ask, say: () => {} })
  expect(asked).toHaveLength(0)
  consent.begin()
  expect(asked[0]?.text).toContain(a)
  consent.stop()
  await turn()
  expect(scopes.find(a)?.state).toBe('pending')
})
