import type { EventChallenge, EventSubmission, EventTeam } from './event.ts'
import type { Random } from './random.ts'
import type { EventSize } from './size.ts'

export type SubmissionNeeds = {
  size: EventSize
  random: Random
  start: number
  end: number
  teams: readonly EventTeam[]
  challenges: readonly EventChallenge[]
}

export const createSubmissions = (needs: SubmissionNeeds): EventSubmission[] => {
  const solves = createSolves(needs)
  // Stable: submissions in the same millisecond keep their order.
  return [...solves, ...createWrong(needs, solves)].toSorted((one, other) => one.time - other.time)
}

/** The highest margins of skill over difficulty, with some luck, are the solves, so their number is exact. */
const createSolves = (needs: SubmissionNeeds): EventSubmission[] => {
  const { size, random, start, end, teams, challenges } = needs
  const strength = teams.map(() => random.normal())
  const demand = challenges.map(() => random.normal())
  const margin = new Float64Array(teams.length * challenges.length)
  let pair = 0
  for (const own of strength) for (const asked of demand) margin[pair++] = own - asked + 0.7 * random.normal()
  const least = margin.toSorted()[margin.length - size.solves] ?? Number.POSITIVE_INFINITY

  const solves: EventSubmission[] = []
  pair = 0
  for (const [team, { members }] of teams.entries())
    for (const [challenge, { flag }] of challenges.entries()) {
      const above = (margin[pair++] ?? 0) - least
      if (above < 0 || solves.length === size.solves) continue
      // A product of draws instead of a power, which differs between machines.
      let part = random.next()
      for (let draw = 0; draw < above; draw++) part *= 0.4 + 0.6 * random.next()
      solves.push({
        time: start + Math.floor(part * (end - start)),
        team,
        user: memberOf(members, random),
        challenge,
        answer: flag,
        right: true,
      })
    }
  return solves
}

const createWrong = (needs: SubmissionNeeds, solves: readonly EventSubmission[]): EventSubmission[] => {
  const { size, random, start, end, teams, challenges } = needs
  if (size.wrong === 0) return []
  const solvedAt = new Map(
    solves.map((solve) => [solve.team * challenges.length + solve.challenge, solve.time]),
  )
  return Array.from({ length: size.wrong }, (_, index) => {
    const solve = random.next() < 0.7 ? solves[random.below(solves.length)] : undefined
    const team = solve?.team ?? random.below(teams.length)
    const challenge = solve?.challenge ?? random.below(challenges.length)
    const until = solvedAt.get(team * challenges.length + challenge) ?? end
    return {
      time: start + random.below(until - start),
      team,
      user: memberOf(teams[team]?.members ?? [], random),
      challenge,
      answer: `flag{not_this_${index}}`,
      right: false,
    }
  })
}

const memberOf = (members: readonly number[], random: Random): number =>
  members[random.below(members.length)] ?? 0
