import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { untilAborted } from '../kit/timeout.ts'
import { runVerb } from './run-verb.ts'
import type { Io } from './verb.ts'

type Streams = {
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
  stderr: Writable & { isTTY?: boolean }
}
type Surroundings = Pick<Io, 'account' | 'cwd' | 'clock' | 'env' | 'signal' | 'version'>

type Confirm = (question: string, signal: AbortSignal) => Promise<boolean>

/** Null without a terminal: nobody is there to ask. */
export const confirmOn = ({ stdin, stderr }: Pick<Streams, 'stderr' | 'stdin'>): Confirm | null => {
  if (stdin.isTTY !== true || stderr.isTTY !== true) return null
  return async (question, signal) => {
    // The terminal keeps its own handling of Ctrl-C.
    const lines = createInterface({ input: stdin, output: stderr, terminal: false })
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
    try {
      const answer = await Promise.race([lines.question(`${question} [y/N] `, { signal }), ended])
      return /^y(es)?$/i.test(answer.trim())
    } finally {
      lines.close()
    }
  }
}

/** Returns the exit code, once everything is written. */
export const runInProcess = async (
  argv: readonly string[],
  { stdin, stdout, stderr }: Streams,
  around: Surroundings,
): Promise<number> => {
  const { signal } = around
  const confirm = confirmOn({ stdin, stderr })
  const { exit, ...written } = await runVerb(argv, {
    ...around,
    say: (line) => void stderr.write(`${line.trimEnd()}\n`),
    read: () => untilAborted(text(stdin), signal),
    confirm: confirm === null ? null : (question) => confirm(question, signal),
  })
  await Promise.all([write(stderr, written.stderr), write(stdout, written.stdout)])
  // Whoever reads it no longer waits for it.
  stdin.destroy()
  return exit
}

// A reader that has gone is no failure of the command.
const write = (stream: Writable, what: string): Promise<void> =>
  new Promise((resolve) => {
    if (what === '') resolve()
    else stream.write(what, () => resolve())
  })
