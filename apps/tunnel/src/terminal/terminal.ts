import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

export type Terminal = {
  write(line: string): void
  /** Null when the question is withdrawn or the input has ended. */
  ask(question: readonly string[], signal: AbortSignal): Promise<string | null>
  close(): void
}

/** Never moves the cursor. Drops lines while no question is open, so that typing ahead can't answer one. */
export const createTerminal = ({ input, output }: { input: Readable; output: Writable }): Terminal => {
  const reader = createInterface({ input, terminal: false })
  let open: { prompt: string; settle: (answer: string | null) => void } | null = null
  let ended = false
  const write = (line: string): void => void output.write(`${line}\n`)

  reader.on('line', (line) => open?.settle(line))
  reader.on('close', () => {
    ended = true
    open?.settle(null)
  })

  return {
    write(line) {
      if (open === null) return write(line)
      output.write('\n')
      write(line)
      output.write(open.prompt)
    },

    ask(question, signal) {
      if (ended || signal.aborted) return Promise.resolve(null)
      const prompt = question.at(-1) ?? ''
      for (const line of question.slice(0, -1)) write(line)
      output.write(prompt)
      return new Promise((resolve) => {
        const withdraw = (): void => {
          output.write('\n')
          open?.settle(null)
        }
        open = {
          prompt,
          settle(answer) {
            open = null
            signal.removeEventListener('abort', withdraw)
            resolve(answer)
          },
        }
        signal.addEventListener('abort', withdraw)
      })
    },

    close: () => reader.close(),
  }
}
