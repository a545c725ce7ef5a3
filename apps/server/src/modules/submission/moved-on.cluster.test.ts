import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertFlag } from '../../../../../tests/kit/factories.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../../../../../tests/kit/open-game.ts'
import { createWorld, type World } from '../../../../../tests/kit/world.ts'
import type { Game } from '../../core/game/game.ts'
import { createSubmissions } from './submit.ts'

let world: World
let open: OpenGame
let one: OpenTeam
beforeAll(async () => {
  world = await createWorld()
  open = await createOpenGame(world)
  one = await open.team()
})
afterAll(() => world.close())

type Games = World['core']['games']

/** The submissions of the real application, which read the game as `given` lets them. */
const submitting = (given: Partial<Games> = {}) => {
  const { games } = world.core
  const reads = { game: 0, held: 0 }
  const counted: Games = {
    ...{ ...games, ...given },
    read: (gameId) => {
      reads.game++
      return games.read(gameId)
    },
    must: (gameId) => {
      reads.game++
      return (given.must ?? games.must)(gameId)
    },
    hold: (db, gameId) => {
      reads.held++
      return games.hold(db, gameId)
    },
  }
  const submissions = createSubmissions({ ...world.core, games: counted })
  const { id, userName } = one.player
  const submit = async (challenge: { id: number }, flag: string) => {
    const wanted = { gameId: open.game.id, challengeId: challenge.id }
    const principal = { sessionId: '', userId: id, userName, role: 'User' as const }
    const submission = await submissions.submit({ ...wanted, flag }, principal)
    const { status } = await world.db
      .selectFrom('submission')
      .select('status')
      .where('id', '=', submission)
      .executeTakeFirstOrThrow()
    return status
  }
  return { submit, reads }
}

describe('the game is read', () => {
  it('once for a wrong answer, and once for a right one', async () => {
    const challenge = await open.challenge({ flags: ['flag{x}'] })
    const { submit, reads } = submitting()
    expect(await submit(challenge, 'flag{no}')).toBe('WrongAnswer')
    expect(reads).toEqual({ game: 1, held: 0 })
    expect(await submit(challenge, 'flag{x}')).toBe('Accepted')
    expect(reads).toEqual({ game: 2, held: 0 })
  })

  it('once more while it is held, where attempts are limited', async () => {
    const challenge = await open.challenge({ flags: ['flag{x}'], submission_limit: 2 })
    const { submit, reads } = submitting()
    expect(await submit(challenge, 'flag{no}')).toBe('WrongAnswer')
    expect(reads).toEqual({ game: 1, held: 1 })
  })
})

describe('a wrong answer that a new flag has made right since it was admitted', () => {
  const meanwhile = async (): Promise<{ before: Game; challenge: { id: number } }> => {
    const challenge = await open.challenge({ flags: ['flag{x}'] })
    const before = await world.core.games.must(open.game.id)
    await insertFlag(world.db, challenge, 'flag{late}')
    await open.changed()
    await world.core.games.must(open.game.id)
    return { before, challenge }
  }

  it('is right, if memory has the new flag', async () => {
    const { before, challenge } = await meanwhile()
    const { submit, reads } = submitting({ must: async () => before })
    expect(await submit(challenge, 'flag{late}')).toBe('Accepted')
    expect(reads).toEqual({ game: 1, held: 0 })
  })

  it('is right, if only the database has it', async () => {
    const { before, challenge } = await meanwhile()
    const { submit, reads } = submitting({ must: async () => before, peek: () => before })
    expect(await submit(challenge, 'flag{late}')).toBe('Accepted')
    expect(reads).toEqual({ game: 1, held: 1 })
  })

  it('is right, if memory has forgotten the game', async () => {
    const { before, challenge } = await meanwhile()
    const { submit, reads } = submitting({ must: async () => before, peek: () => null })
    expect(await submit(challenge, 'flag{late}')).toBe('Accepted')
    expect(reads).toEqual({ game: 1, held: 1 })
  })
})
