type Meeting = { turn: Promise<void> | null; waiting: Set<(isHeard: boolean) => void> }

// Of two processes that judge solves of a game at the same time, one does so in vain. So once they have met, they take
// turns: a process that has written gathers until it hears that another one has. If it hears nothing, it is alone again.
export const createTurns = (patienceMs: number) => {
  const meetings = new Map<number, Meeting>()

  const meet = (gameId: number): Meeting => {
    const meeting = meetings.get(gameId) ?? { turn: null, waiting: new Set() }
    meetings.set(gameId, meeting)
    return meeting
  }

  const word = ({ waiting }: Meeting): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (isHeard: boolean): void => {
        clearTimeout(timer)
        waiting.delete(end)
        resolve(isHeard)
      }
      const timer = setTimeout(end, patienceMs, false)
      waiting.add(end)
    })

  return {
    hasMet: (gameId: number): boolean => meetings.has(gameId),

    /** Null if it is this process's turn. */
    turnAt: (gameId: number): Promise<void> | null => meetings.get(gameId)?.turn ?? null,

    wrote(gameId: number): void {
      const meeting = meetings.get(gameId)
      if (meeting === undefined) return
      meeting.turn = word(meeting).then((isHeard) => {
        meeting.turn = null
        if (!isHeard) meetings.delete(gameId)
      })
    },

    /** Another process has written. */
    heard(gameId: number, { solves }: { solves: boolean }): void {
      const meeting = solves ? meet(gameId) : meetings.get(gameId)
      for (const end of meeting?.waiting ?? []) end(true)
    },

    /** Another process has written solves first. Resolves when it is likely known which. */
    async collided(gameId: number): Promise<void> {
      await word(meet(gameId))
    },
  }
}

export type Turns = ReturnType<typeof createTurns>
