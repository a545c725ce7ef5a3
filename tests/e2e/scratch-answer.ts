import { challengeCategories, type ChallengeCategory } from '@pennant/contract/enums'
import { createBoard } from '@pennant/rules/scoreboard/board'

export const answerOf = (teams: number, challenges: number, own: { id: number; name: string }, start: number, now: number) => {
  let seed = 7
  const rnd = () => ((seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648)
  const cats = Object.keys(challengeCategories) as ChallengeCategory[]
  const words = ['Berth', 'Chandler', 'Deep current', 'Sextant of the long way home', 'Keel', 'Anchor watch', 'Flotsam & jetsam', 'Cold front', 'Lee shore', 'Bilge']
  const input = {
    game: { start, end: now + 86_400_000, bloodBonus: 52_459_530 },
    divisions: [{ id: 1, name: 'Students', defaultPermissions: 2147483647, challengeConfigs: new Map() }, { id: 2, name: 'Open', defaultPermissions: 2147483647 , challengeConfigs: new Map() }, { id: 3, name: 'Guests', defaultPermissions: 2147483647 - 2, challengeConfigs: new Map() }],
    challenges: Array.from({ length: challenges }, (_, i) => ({ id: i + 1, title: `${words[i % 10]} ${i}`, category: cats[Math.floor((i / challenges) * 9)] as ChallengeCategory, originalScore: 500 + (i % 5) * 100, minScoreRate: 0.25, difficulty: 10, deadline: null, disableBloodBonus: false })),
    teams: Array.from({ length: teams }, (_, i) => ({ participationId: i + 1, teamId: i === 100 ? own.id : 1_000 + i, name: i === 100 ? own.name : `${['Gulls', 'Terns', 'Kelp', 'The quite exceptionally long team name', 'Узлы', '波止場'][i % 6]} ${i}`, bio: i % 3 ? null : 'We sail at dawn.', avatar: null, divisionId: i % 10 === 9 ? 3 : (i % 2) + 1 })),
    solves: [] as { participationId: number; challengeId: number; submissionId: number; time: number; userName: string | null }[],
  }
  let sub = 0
  for (const team of input.teams) for (const ch of input.challenges) if (rnd() < 0.5 + 0.3 * Math.sin(team.participationId)) input.solves.push({ participationId: team.participationId, challengeId: ch.id, submissionId: ++sub, time: Math.floor(start + rnd() * (now - start)), userName: `p${team.participationId}-${Math.floor(rnd() * 4)}` })
  const b = createBoard(input)
  const map: Record<string, unknown[]> = {}
  for (const c of b.challenges()) (map[c.category] ??= []).push(c)
  return JSON.stringify({ updateTimeUtc: now, bloodBonus: input.game.bloodBonus, timelines: b.timelines(), items: b.items(), divisions: b.divisions(), challenges: map, challengeCount: challenges, version: 1 })
}

