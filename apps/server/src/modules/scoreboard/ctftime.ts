import { setImmediate as nextTurn } from 'node:timers/promises'
import type { readCtftime } from '@pennant/contract/ctftime'
import { Problem } from '@pennant/contract/problem'
import type { QueryOf } from '@pennant/contract/route'
import {
  fullStanding,
  inAscii,
  minimalStanding,
  positionIn,
  taskNames,
} from '@pennant/rules/scoreboard/ctftime'
import { isSecret } from '@pennant/rules/game/visibility'
import { LRUCache } from 'lru-cache'
import type { Core } from '../../core/core.ts'
import type { Game } from '../../core/game/game.ts'
import { publicBoard } from '../../core/game/public-board.ts'
import { publishedResults, resultsKey } from '../../core/game/results.ts'
import type { Principal } from '../../core/identity/caller.ts'
import { RawJson, type Reply, versioned } from '../../http/reply.ts'
import type { Db } from '../../ports/database.ts'
import type { Snapshot } from './snapshot.ts'
import type { Snapshots } from './snapshots.ts'

type Asked = QueryOf<typeof readCtftime>
type Source = Pick<Snapshot, 'challenges' | 'frozenAt' | 'items' | 'modified' | 'shapeVersion' | 'tag'> & {
  /** Of published results, which keep those that the game has no longer. */
  keptDivisions?: ReadonlySet<number>
}
type Version = Pick<Source, 'frozenAt' | 'modified' | 'shapeVersion' | 'tag'>
type Feed = { of: Version; reply: Reply; bytes: number; restsUntil: number }

const mostBytes = 67_108_864
// Those of a large game take some 20 MB.
const mostResults = 8
const workPerTurn = 2_000
const largeBytes = 262_144
// It is polled once a minute.
const largeRestMs = 10_000

export const createCtftimeFeeds = (
  { access, clock, db, games }: Pick<Core, 'access' | 'clock' | 'db' | 'games'>,
  snapshots: Pick<Snapshots, 'of' | 'peek'>,
) => {
  const results = createResultsSources(db)
  const feeds = new LRUCache<string, Feed>({ maxSize: mostBytes, sizeCalculation: ({ bytes }) => bytes })
  const writing = new Map<string, Promise<Reply>>()

  // The only place that knows which board is sent.
  const sourceOf = async (game: Game): Promise<Source> => {
    if (game.settings.resultsAt === null) return snapshots.of(game, 'everyone')
    // Withdrawn meanwhile, they end for this state of the game, too.
    return (await results.of(game)) ?? snapshots.of(await games.must(game.id), 'everyone')
  }
  const readySource = (game: Game): Source | null =>
    game.settings.resultsAt === null ? snapshots.peek(game, 'everyone') : results.ready(game)

  const keptFor = (key: string, source: Source): Reply | null => {
    const feed = feeds.get(key)
    if (feed === undefined) return null
    const isCurrent = isSame(feed.of, source) || (mayRest(feed.of, source) && clock.now() < feed.restsUntil)
    return isCurrent ? feed.reply : null
  }

  const write = async (key: string, source: Source, asked: Asked): Promise<Reply> => {
    const { tag, modified, shapeVersion, frozenAt } = source
    const bytes = await feedOf(source, asked)
    const reply = versioned({ tag: `${tag}-${key}`, modified, value: new RawJson(bytes) })
    const restsUntil = bytes.length > largeBytes ? clock.now() + largeRestMs : 0
    feeds.set(key, {
      of: { tag, modified, shapeVersion, frozenAt },
      ...{ reply, restsUntil, bytes: bytes.length },
    })
    return reply
  }

  const writeOnce = (key: string, source: Source, asked: Asked): Promise<Reply> => {
    const name = `${source.tag} ${key}`
    const begun = writing.get(name)
    if (begun !== undefined) return begun
    const written = write(key, source, asked).finally(() => writing.delete(name))
    writing.set(name, written)
    return written
  }

  return {
    async read(gameId: number, asked: Asked, principal: Principal | null): Promise<Reply> {
      const game = await access.begun(gameId, principal)
      const key = keyOf(gameId, asked)
      const source = await sourceOf(game)
      if (!hasDivision(asked, source, game)) throw new Problem('division.notFound')
      return keptFor(key, source) ?? writeOnce(key, source, asked)
    },

    /** Null unless anyone may see it, and without a wait. */
    ready(gameId: number, asked: Asked): Reply | null {
      const game = games.peek(gameId)
      if (game === null || isSecret(game.settings)) return null
      if (publicBoard(game, 'everyone', clock.now()) === null) return null
      const source = readySource(game)
      if (source === null || !hasDivision(asked, source, game)) return null
      return keptFor(keyOf(gameId, asked), source)
    },
  }
}

export type CtftimeFeeds = ReturnType<typeof createCtftimeFeeds>

/** Published results stay as they were stored, whatever happens to the game. */
const createResultsSources = (db: Db) => {
  const known = new LRUCache<string, Source>({ max: mostResults })
  const reading = new Map<string, Promise<Source | null>>()

  const read = async (gameId: number, key: string): Promise<Source | null> => {
    const results = await publishedResults(db, gameId)
    if (results === null) return null
    const { board, publishedAt, revision, sha256, time } = results
    const source: Source = {
      challenges: Object.values(board.challenges).flat(),
      keptDivisions: new Set(board.divisions.map(({ id }) => id)),
      items: board.items,
      modified: new Date(Math.max(publishedAt, time)),
      // No board of a game that goes on has such a version.
      shapeVersion: -revision,
      frozenAt: null,
      tag: `${gameId}-R${revision}-${sha256.slice(0, 16)}`,
    }
    known.set(key, source)
    return source
  }

  return {
    ready: (game: Game): Source | null => known.get(resultsKey(game)) ?? null,

    /** Null once they are withdrawn. */
    async of(game: Game): Promise<Source | null> {
      const key = resultsKey(game)
      const source = known.get(key)
      if (source !== undefined) return source
      const begun = reading.get(key) ?? read(game.id, key).finally(() => reading.delete(key))
      reading.set(key, begun)
      return begun
    },
  }
}

const keyOf = (gameId: number, { division, form = 'full' }: Asked): string =>
  `${gameId}-${division ?? 'all'}-${form}`

const hasDivision = ({ division }: Asked, { keptDivisions }: Source, game: Game): boolean =>
  division === undefined || (keptDivisions ?? game.divisions).has(division)

const isSame = (one: Version, other: Version): boolean =>
  one.tag === other.tag && one.modified.getTime() === other.modified.getTime()

/** Whether only solves have come since. */
const mayRest = (before: Version, now: Version): boolean =>
  before.shapeVersion === now.shapeVersion && before.frozenAt === now.frozenAt

// A large one is written in portions, between which others get their answers.
const feedOf = async (
  { items, challenges }: Source,
  { division = null, form }: { division?: number | null | undefined; form?: Asked['form'] },
): Promise<Buffer> => {
  const isMinimal = form === 'minimal'
  const names = taskNames(challenges)
  const standings: string[] = []
  let work = 0
  for (const item of items) {
    const pos = positionIn(item, division)
    if (pos === null) continue
    const standing = isMinimal ? minimalStanding(item, pos) : fullStanding(item, pos, names)
    standings.push(inAscii(JSON.stringify(standing)))
    work += isMinimal ? 1 : 1 + item.solvedCount
    if (work < workPerTurn) continue
    work = 0
    await nextTurn()
  }
  const tasks = isMinimal ? '' : `"tasks":${inAscii(JSON.stringify([...names.values()]))},`
  return Buffer.from(`{${tasks}"standings":[${standings.join(',')}]}`)
}
