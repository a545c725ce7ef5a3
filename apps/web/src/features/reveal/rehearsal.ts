import type { Reveal } from '@pennant/contract/reveal'

type Names = { game: string; team: (number: number) => string; challenge: (number: number) => string }

const teamCount = 30
const challengeCount = 12
const freezeAt = 1_000
const values = [100, 150, 200, 250, 300, 400, 500]
const chances = { before: 0.45, tries: 0.35, solves: 0.55 }

/** The same game each time, so that a reload goes on in it. */
export const rehearsal = (names: Names): Reveal => {
  const next = chanceFrom(20_261_128)
  const challenges = Array.from({ length: challengeCount }, (_, index) => ({
    ...{ id: index + 1, title: names.challenge(index + 1), category: 'Misc' as const },
    value: values[Math.floor(next() * values.length)] ?? 100,
  }))
  const tries: Reveal['tries'] = []
  const lines = Array.from({ length: teamCount }, (_, index) => {
    const id = index + 1
    const strength = 0.5 + next()
    const before: Solve[] = []
    const after: Solve[] = []
    for (const { id: challengeId, value } of challenges) {
      const solve = { id: challengeId, score: value, time: Math.floor(next() * freezeAt) }
      if (next() < chances.before * strength) before.push(solve)
      else if (next() < chances.tries * strength) {
        const late = { ...solve, time: solve.time + freezeAt }
        tries.push({ teamId: id, challengeId, count: 1 + Math.floor(next() * 4), first: late.time })
        if (next() < chances.solves) after.push(late)
      }
    }
    return { frozen: lineOf(id, before), final: lineOf(id, [...before, ...after]) }
  })
  return {
    ...{ title: names.game, freezeAt, division: null, waiting: 0, publishedAt: null, tries },
    teams: lines.map(({ final: { id } }) => ({ id, name: names.team(id), avatar: null })),
    challenges: challenges.map(({ value: _value, ...challenge }) => challenge),
    frozen: lines.map(({ frozen }) => frozen),
    final: lines.map(({ final }) => final),
  }
}

type Line = Reveal['final'][number]
type Solve = Line['solvedChallenges'][number]

const lineOf = (id: number, solves: readonly Solve[]): Line => {
  const solvedChallenges = solves.toSorted((one, other) => one.time - other.time)
  return {
    ...{ id, solvedChallenges },
    score: solvedChallenges.reduce((sum, { score }) => sum + score, 0),
    lastSubmissionTime: solvedChallenges.at(-1)?.time ?? 0,
  }
}

/** Of the linear congruential kind: good enough to look like a game. */
const chanceFrom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
