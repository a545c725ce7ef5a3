import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { cpuTime } from './clock.ts'

export type Worker<Job, Result> = {
  do(job: Job): Promise<Result>
  /** In milliseconds. */
  cpuTime(): Promise<number>
  leave(): Promise<void>
}

/** The measuring code shares no process with the measured one, nor with the scenario. `beside`: a file of its folder. */
export const spawnWorker = <Job, Result>(name: string, beside = import.meta.url): Worker<Job, Result> => {
  const program = fileURLToPath(new URL(`${name}-child.js`, beside))
  // It is built, even where the conditions of this process ask for sources.
  const child = fork(program, { serialization: 'advanced', execArgv: [] })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${name} ended with code ${child.exitCode}`)
  })
  ended.catch(() => undefined)
  return {
    async do(job) {
      const answered = once(child, 'message')
      child.send(job as object)
      const [answer] = (await Promise.race([answered, ended])) as [{ result: Result } | { failed: string }]
      if ('failed' in answer) throw new Error(answer.failed)
      return answer.result
    },
    cpuTime: () => cpuTime(child.pid ?? 0),
    async leave() {
      if (child.connected) child.disconnect()
      await ended.catch(() => undefined)
    },
  }
}

export const serve = <Job, Result>(work: (job: Job) => Promise<Result>): void => {
  process.on('message', (job) => {
    work(job as Job)
      .then((result) => process.send?.({ result }))
      .catch((error: unknown) => process.send?.({ failed: error instanceof Error ? error.stack : 'failed' }))
  })
  process.once('disconnect', () => process.exit(0))
}
