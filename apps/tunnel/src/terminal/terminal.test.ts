import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createTerminal } from './terminal.ts'

const open = () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const terminal = createTerminal({ input, output })
  onTestFinished(terminal.close)
  const never = new AbortController().signal
  const seen = (): string => String(output.read() ?? '')
  return { input, output, terminal, never, seen }
}

it('shows a question and takes the line that answers it', async () => {
  const { input, terminal, never, seen } = open()
  const answer = terminal.ask(['A site asks.', 'Allow it? '], never)
  expect(seen()).toBe('A site asks.\nAllow it? ')
  input.write('y\n')
  expect(await answer).toBe('y')
})

it('drops what was typed before the question', async () => {
  const { input, terminal, never } = open()
  input.write('y\ny\n')
  await turn()
  const answer = terminal.ask(['Allow it? '], never)
  input.write('n\n')
  expect(await answer).toBe('n')
})

it('shows an open question again after other lines', async () => {
  const { input, terminal, never, seen } = open()
  const answer = terminal.ask(['Allow it? '], never)
  terminal.write('something happened')
  expect(seen()).toBe('Allow it? \nsomething happened\nAllow it? ')
  input.write('y\n')
  expect(await answer).toBe('y')
})

it('answers nothing when the question is withdrawn or nobody is there', async () => {
  const { input, terminal, never } = open()
  const withdrawn = new AbortController()
  const answer = terminal.ask(['Allow it? '], withdrawn.signal)
  withdrawn.abort()
  expect(await answer).toBeNull()
  const another = terminal.ask(['Allow it? '], never)
  input.end()
  expect(await another).toBeNull()
  expect(await terminal.ask(['Allow it? '], never)).toBeNull()
})
