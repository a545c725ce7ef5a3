import { afterAll, beforeAll, describe, it } from 'vitest'
import { byBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, startJourneys, type Visit, widths } from '../kit/browser.ts'
import { insertTeam } from '../kit/factories.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { inspectedOf, inspectedWidths, expectNoFaultsAt, logIn, type Look, type Screen } from './screen.ts'
import { textsIn } from './texts.ts'

const languages = ['en-US', 'ru-RU'] as const
const writeupName = new RegExp(`^(${languages.map((one) => textsIn(one)('writeup.submit')).join('|')})$`)
const hour = 3_600_000
const longWord = 'Donaudampfschifffahrtsgesellschaftskapitaensmuetze'
const about = `## Rules

Play **fair**. One team, one account each; ${longWord.repeat(2)} is not a flag.

| Time | What |
|---|---|
| 9:00 | Doors open |
| 18:00 | [The end](https://results.example/) |

- [x] Bring a cable
- [ ] Sleep

\`\`\`python
print(f"flag{{{'a' * 60}}}")  # a line that is longer than a phone is wide, and longer still
\`\`\`

Euler says $e^{i\\pi} + 1 = 0$.`

describe('the screens of a player', () => {
  let world: World
  let journeys: Journeys
  let running: OpenGame
  let upcoming: OpenGame
  let ended: OpenGame
  let team: OpenTeam
  let challenge: { id: number }
  let solved: { id: number }
  let newcomer: Person
  let early: Person
  let post: string

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient, settings: { CONTAINER_PROVIDER__TYPE: 'None' } })
    const now = world.clock.now()
    const at = (hours: number): Date => new Date(now + hours * hour)
    running = await createOpenGame(world, {
      title: `Regatta ${longWord}`.slice(0, 60),
      summary: 'Forty-eight hours on the water, for everybody who can row. '.repeat(3),
      content: about,
      team_member_count_limit: 4,
      writeup_required: true,
      writeup_deadline: at(60),
      writeup_note: 'One **PDF** per team.',
    })
    upcoming = await createOpenGame(world, { title: 'Winter Cup', start_at: at(30), end_at: at(78) })
    ended = await createOpenGame(world, { title: 'Spring Cup', start_at: at(-90), end_at: at(-42) })
    team = await running.team({ name: longWord.slice(0, 20), size: 3 })
    for (const other of [upcoming, ended]) await other.team({ players: team.players, name: 'Sea Urchins' })
    newcomer = await world.person()
    await insertTeam(world.db, [newcomer], { name: 'Late Tide' })
    early = (await upcoming.team({ name: 'Early Birds' })).player
    await fillRunning()
    post = await writePost()
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const fillRunning = async (): Promise<void> => {
    challenge = await running.challenge({
      title: 'Lighthouse',
      category: 'Web',
      content: about,
      hints: ['Look *up*', `It is $n^2$, or ${longWord}`],
      submission_limit: 20,
      deadline_at: new Date(world.clock.now() + 5 * hour),
    })
    solved = await running.challenge({ title: 'Anchor', category: 'Pwn', flags: ['flag{a}'] })
    await running.challenge({ title: longWord, category: 'Reverse', original_score: 500 })
    await running.challenge({ title: 'Box', category: 'Crypto', type: 'DynamicContainer' })
    const deadline_at = new Date(world.clock.now() - hour)
    await running.challenge({ title: 'Low tide', category: 'Forensics', deadline_at })
    await running.submit(team.player, solved, 'flag{a}')
    await running.submit(team.player, challenge, 'flag{wrong}')
  }
  const writePost = async (): Promise<string> => {
    const admin = await world.person('Admin', 'quartermaster')
    const given = {
      summary: 'The first forty teams go on. '.repeat(6),
      content: about,
      tags: ['results', 'a'],
    }
    await admin.post('/api/edit/posts', { ...given, title: longWord.slice(0, 50) })
    return (await admin.post<string>('/api/edit/posts', { ...given, title: 'Qualifier results' })).body
  }

  const mailLink = `token=${btoa('token')}&email=${btoa('somebody.with.a.long.name@players.example')}`
  const ofVisitors = (): Screen[] => [
    { name: 'posts', path: '/posts' },
    { name: 'post', path: `/posts/${post}`, act: formulas },
    { name: 'about', path: '/about' },
    { name: 'register', path: '/account/register' },
    {
      name: 'invite-broken',
      path: `/invite/${team.team.id}#${'0'.repeat(32)}`,
      act: async ({ page, expectAnswer }) => {
        expectAnswer(400, '/api/team/invitation')
        await page.getByRole('heading', { level: 1 }).waitFor()
      },
    },
    { name: 'invite', path: `/invite/${team.team.id}#${team.team.invite_token}` },
    { name: 'pending', path: '/account/pending' },
    { name: 'recovery', path: '/account/recovery' },
    { name: 'reset', path: `/account/reset?${mailLink}` },
    { name: 'reset-broken', path: '/account/reset' },
    { name: 'verify', path: `/account/verify?${mailLink}` },
    { name: 'games', path: '/games' },
    { name: 'game', path: `/games/${running.game.id}`, act: formulas },
    { name: 'game-upcoming', path: `/games/${upcoming.game.id}` },
    { name: 'game-ended', path: `/games/${ended.game.id}` },
  ]
  const ofPlayers = (): Screen[] => {
    const { id } = running.game
    return [
      { name: 'home-player', path: '/' },
      { name: 'teams', path: '/teams' },
      { name: 'team', path: `/teams?team=${team.team.id}`, act: dialog },
      { name: 'team-new', path: '/teams/new' },
      { name: 'team-share', path: `/teams/${team.team.id}/invite` },
      { name: 'invite-member', path: `/invite/${team.team.id}#${team.team.invite_token}` },
      { name: 'profile', path: '/account/profile' },
      { name: 'game-player', path: `/games/${id}`, act: formulas },
      { name: 'game-upcoming-player', path: `/games/${upcoming.game.id}` },
      { name: 'game-ended-player', path: `/games/${ended.game.id}` },
      { name: 'challenges', path: `/games/${id}/challenges` },
      { name: 'challenges-early', path: `/games/${upcoming.game.id}/challenges` },
      { name: 'challenge', path: `/games/${id}/challenges?challenge=${challenge.id}`, act: hints },
      { name: 'writeup', path: `/games/${id}/challenges`, act: writeup },
      { name: 'challenge-solved', path: `/games/${id}/challenges?challenge=${solved.id}` },
      { name: 'sheet-notices', path: `/games/${id}/challenges?sheet=notices`, act: dialog },
      { name: 'sheet-team', path: `/games/${id}/challenges?sheet=team`, act: dialog },
    ]
  }

  /** Of people before their first game. */
  const ofNewcomers = (): Screen[] => [
    { name: 'join', path: `/games/${running.game.id}/join` },
    { name: 'home-newcomer', path: '/' },
    { name: 'confirm', path: `/account/confirm?${mailLink}` },
    { name: 'game-newcomer', path: `/games/${running.game.id}` },
  ]

  const expectNoFaultsAnywhere = async (at: Look): Promise<void> => {
    const visitor = await journeys.visit(at)
    for (const screen of inspectedOf(ofVisitors())) await expectNoFaultsAt(visitor, screen, at)
    await visitor.close()
    const player = await journeys.visit(at)
    await logIn(player, team.player)
    for (const screen of inspectedOf(ofPlayers())) await expectNoFaultsAt(player, screen, at)
    await player.close()
    const others: [Person, readonly Screen[]][] = [
      [newcomer, ofNewcomers()],
      [early, [{ name: 'home-upcoming', path: '/' }]],
    ]
    for (const [person, screens] of others) {
      const visit = await journeys.visit(at)
      await logIn(visit, person)
      for (const screen of inspectedOf(screens)) await expectNoFaultsAt(visit, screen, at)
      await visit.close()
    }
  }

  for (const [size, width] of Object.entries(inspectedWidths))
    it(`have no faults on a ${size}`, () => expectNoFaultsAnywhere({ width }))

  it.each(byBreadth<readonly string[]>([], languages.slice(1)))(
    'have no faults in a language of long words: %s',
    (language) => expectNoFaultsAnywhere({ width: widths.phone, language }),
  )
})

const formulas = ({ page }: Visit): Promise<void> => page.locator('math').first().waitFor()
/** Opened ones stay open. */
const hints = async (visit: Visit): Promise<void> => {
  const closed = visit.page.locator('[data-hint]:not([open]) summary')
  await visit.page.locator('[data-hint]').first().waitFor()
  while ((await closed.count()) > 0) await closed.first().click()
  await formulas(visit)
}
const dialog = ({ page }: Visit): Promise<void> => page.getByRole('dialog').waitFor()
/** On a phone, the bottom bar leads there. */
const writeup = async (visit: Visit): Promise<void> => {
  const bar = visit.page.locator('[data-bottom-bar] a').last()
  if (await bar.isVisible()) await bar.click()
  await visit.page.getByRole('button', { name: writeupName }).click()
  await visit.page.getByRole('dialog', { name: writeupName }).waitFor()
}
