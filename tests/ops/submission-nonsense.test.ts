import { once } from 'node:events'
import { connect } from 'node:net'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { withSkipReason } from '../kit/skip-reason.ts'
import { expectBoard } from './board.ts'
import { type Attempt, createStream, flowing, submit } from './burst.ts'
import { notLinux } from './database.ts'
import { expectKept } from './submission-checks.ts'
import { callOk, gameEnvironment, type Game, makeGame, type Player } from './game.ts'
import { startServer, stopServer, temporaryFolder } from './server.ts'
import { embeddedSql } from './sql.ts'
import { byBreadth } from '../kit/breadth.ts'

const rounds = byBreadth(1, 3, 25)

const longest = 1_000_000

const nonsense: { to: string; body: string; status: number }[] = [
  { to: 'challenges/1', body: JSON.stringify({ flag: 'x'.repeat(128) }), status: 400 },
  { to: 'challenges/1', body: JSON.stringify({ flag: 'x'.repeat(5000) }), status: 400 },
  { to: 'challenges/1', body: JSON.stringify({ flag: 'x'.repeat(4 * longest) }), status: 413 },
  { to: 'challenges/1', body: JSON.stringify({ flag: ' ' }), status: 400 },
  { to: 'challenges/1', body: JSON.stringify({ flag: 'a\0b' }), status: 400 },
  { to: 'challenges/1', body: '{"flag":"cut o', status: 400 },
  { to: 'challenges/1', body: '[]', status: 400 },
  { to: 'challenges/999999', body: JSON.stringify({ flag: 'x' }), status: 404 },
  { to: 'challenges/99999999999', body: JSON.stringify({ flag: 'x' }), status: 404 },
]

async function talkNonsense(site: string, game: Game, { cookie }: Player): Promise<void> {
  for (const { to, body, status } of nonsense) {
    const headers = { cookie, 'content-type': 'application/json' }
    const answer = await fetch(`${site}/api/game/${game.id}/${to}`, { method: 'POST', headers, body }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      // The server stops reading, so the sender may never see the answer.
      (error: unknown) => ({ status: body.length > longest ? 413 : 0, text: String(error) }),
    )
    expect({ to, body: body.slice(0, 40), ...answer }).toMatchObject({ status })
  }
}

async function hangUp(site: string, game: Game, attempt: Attempt, share: number): Promise<void> {
  const body = JSON.stringify({ flag: attempt.answer })
  const head = [
    `POST /api/game/${game.id}/challenges/${attempt.challenge.id} HTTP/1.1`,
    'host: here',
    `cookie: ${attempt.player.cookie}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  const socket = connect(Number(new URL(site).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const text = `${head.join('\r\n')}\r\n\r\n${body}`
  await new Promise((sent) => socket.write(text.slice(0, Math.ceil(text.length * share)), sent))
  socket.destroy()
}

describe.skipIf(notLinux)(withSkipReason('nonsense in a burst of submissions', notLinux), () => {
  it('is refused, and counts for nothing', { timeout: 120_000 + rounds * 30_000 }, async () => {
    const dataDir = path.join(temporaryFolder(), 'data')
    const { site, ...server } = await startServer({ dataDir, env: gameEnvironment })
    const game = await makeGame(site, { teams: 6, challenges: 20 + 10 * rounds })
    const stream = createStream(game)
    const gone: Attempt[] = []
    const stop = stream.run(site)
    for (let round = 0; round < rounds; round++) {
      await flowing(stream)
      const talkers = game.players.map((player) => talkNonsense(site, game, player))
      const leavers = game.players.flatMap((player, place) =>
        [0.3, 0.9, 0.99, 1].map(async (share) => {
          const challenge = game.challenges[(place + round) % game.challenges.length]
          if (challenge === undefined) throw new Error('there are no challenges')
          const answer = place % 3 === 0 ? challenge.flag : `gone ${round} ${share}`
          const attempt: Attempt = { player, challenge, answer, outcome: undefined }
          // The outcome of those that were sent whole is unknown.
          if (share === 1) gone.push(attempt)
          await hangUp(site, game, attempt, share)
        }),
      )
      await Promise.all([...talkers, ...leavers])
    }
    await flowing(stream)
    await stop()

    expect(stream.attempts.filter(({ outcome }) => outcome?.kind !== 'taken')).toEqual([])
    await expectKept(embeddedSql(dataDir), game, [...stream.attempts, ...gone])
    await expectBoard(embeddedSql(dataDir), game, site)
    await stopServer({ site, ...server })
  })

  it('does not make a team exceed how often it may try, nor lose a try', async () => {
    const dataDir = path.join(temporaryFolder(), 'data')
    const server = await startServer({ dataDir, env: gameEnvironment })
    const { site } = server
    const game = await makeGame(site, { teams: 4, challenges: 2 })
    const [limited, free] = game.challenges
    if (limited === undefined || free === undefined) throw new Error('there are no challenges')
    const limit = 7
    const address = `${site}/api/edit/games/${game.id}/challenges/${limited.id}`
    await callOk('PUT', address, game.admin, { submissionLimit: limit })

    const attempts = Array.from({ length: 10 }, (_, each) => each).flatMap((each) =>
      game.players.flatMap((player) =>
        [limited, free].map((challenge): Attempt => {
          const answer = `guess ${each} of ${player.name}`
          return { player, challenge, answer, outcome: undefined }
        }),
      ),
    )
    const cut = game.players.map((player): Attempt => {
      return { player, challenge: limited, answer: 'never whole', outcome: undefined }
    })
    await Promise.all([
      ...attempts.map(async (attempt) => {
        attempt.outcome = await submit(site, game, attempt)
      }),
      ...cut.map((attempt) => hangUp(site, game, attempt, 0.95)),
    ])

    await expectKept(embeddedSql(dataDir), game, attempts)
    const tries = (team: string, challenge: { id: number }): Attempt[] =>
      attempts.filter((one) => one.player.team === team && one.challenge.id === challenge.id)
    for (const { team, cookie } of game.players) {
      const refused = tries(team, limited).filter(({ outcome }) => outcome?.kind === 'refused')
      expect(refused.length).toBe(20 - limit)
      for (const { outcome } of refused) expect(outcome).toMatchObject({ status: 400 })
      expect(tries(team, free).filter(({ outcome }) => outcome?.kind !== 'taken')).toEqual([])
      const shown = await callOk<{ attempts: number; limit: number }>(
        'GET',
        `${site}/api/game/${game.id}/challenges/${limited.id}`,
        cookie,
      )
      expect(shown).toMatchObject({ attempts: limit, limit })
    }
    await stopServer(server)
  })
})
