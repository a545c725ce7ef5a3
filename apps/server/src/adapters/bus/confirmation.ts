export type ConfirmationNeeds = {
  /** Milliseconds that only ever grow. */
  now(): number
  after(ms: number, work: () => void): () => void
  /** Asks all processes. False if the question was lost. */
  ask(question: number): Promise<boolean>
}

const trustMs = 1_000
/** The clocks of two machines don't run alike. */
const spareMs = 100
/** Others that can't be told have looked into the database by then. */
const untoldMs = 2_500

// All messages of all processes come in one order. A process that hears its own message again has heard everything
// before it; one that answers a question has heard what the asker published before. A process that hears neither
// stops trusting its memory after `trustMs`, so nobody is waited for longer.
export const createConfirmation = ({ now, after, ask }: ConfirmationNeeds) => {
  const heardAt = new Map<string, number>()
  const answered = new Map<string, number>()
  let currentAt = Number.NEGATIVE_INFINITY
  let latest = 0
  let look = (): void => undefined

  const forget = (process: string): void => {
    heardAt.delete(process)
    answered.delete(process)
  }

  const haveAllAnswered = (question: number): boolean => {
    for (const [process, at] of heardAt) if (now() - at >= trustMs) forget(process)
    return [...heardAt.keys()].every((process) => (answered.get(process) ?? 0) >= question)
  }

  const askAll = async (): Promise<void> => {
    const question = ++latest
    const sentAt = now()
    let end = (): void => undefined
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    // Its own echo tells that nobody is unknown: all who were there before have been heard by then.
    look = () => {
      if (currentAt >= sentAt && haveAllAnswered(question)) end()
    }
    const isAsked = await ask(question)
    const stop = after(isAsked ? trustMs + spareMs : untoldMs, end)
    look()
    await ended
    stop()
  }

  let asking: Promise<void> | undefined
  let following: Promise<void> | undefined
  const begin = (): Promise<void> => {
    following = undefined
    asking = askAll().finally(() => (asking = undefined))
    return asking
  }

  return {
    get isCurrent(): boolean {
      return now() - currentAt < trustMs
    },
    heard: (process: string): void => void heardAt.set(process, now()),
    left(process: string): void {
      forget(process)
      look()
    },
    answered(process: string, question: number): void {
      answered.set(process, question)
      look()
    },
    /** Everything has been heard that was published before that time. */
    echoed(sentAt: number): void {
      currentAt = sentAt
      look()
    },
    /** The question that is being asked may be too old; all who come meanwhile share the next one. */
    confirmed: (): Promise<void> => (asking === undefined ? begin() : (following ??= asking.then(begin))),
  }
}
