import {
  type ChallengeCategory,
  type ChallengeType,
  challengeCategories,
  challengeTypes,
  gamePermissions,
  type NetworkMode,
  networkModes,
} from '@pennant/contract/enums'
import { packBloodBonus } from '@pennant/rules/scoring/blood-bonus'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusalsOf } from '../../../../../tests/kit/compatible-importer.ts'
import {
  insertAttachment,
  insertChallenge,
  insertDivision,
  insertFlag,
  insertGame,
} from '../../../../../tests/kit/factories.ts'
import { createOrganizer, type Organizer } from '../../../../../tests/kit/organizer.ts'
import {
  type Exported,
  exactOf,
  exportPackage,
  foreignChallenges,
  foreignGame,
  importPackage,
  packageOf,
} from '../../../../../tests/kit/package.ts'
import { createWorld, type World } from '../../../../../tests/kit/world.ts'

let world: World
let organizer: Organizer
beforeAll(async () => {
  world = await createWorld()
  organizer = await createOrganizer(world)
})
afterAll(() => world.close())

const imported = async (bytes: Buffer): Promise<Exported> => {
  const { status, body, text } = await importPackage(organizer.admin, new Uint8Array(bytes))
  if (status !== 200) throw new Error(`not taken: ${status} ${text}`)
  return exportPackage(organizer.admin, body)
}

const essenceOf = ({ files, manifest, ...exported }: Exported) => {
  const game = exactOf(exported.game)
  const challenges = exported.challenges.map(exactOf)
  const place = new Map(challenges.map(({ id }, at) => [id, at]))
  return {
    statistics: manifest.statistics,
    game: {
      ...game,
      divisions: game.divisions.map((division) => ({
        ...division,
        challengeConfig: division.challengeConfig.map(({ challengeId, permissions }) => ({
          challenge: place.get(challengeId),
          permissions,
        })),
      })),
    },
    challenges: challenges.map(({ id: _id, ...challenge }) => challenge),
    files: [...files.keys()].toSorted(),
  }
}

const forced = ({ game: { unlisted: _unlisted, ...game }, ...essence }: ReturnType<typeof essenceOf>) => ({
  ...essence,
  game: { ...game, hidden: true, practiceMode: false, inviteCode: null },
  challenges: essence.challenges.map((challenge) => ({ ...challenge, enabled: false })),
})

// Neither NUL nor a lone surrogate can be stored.
const words = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((text) => !text.includes('\0'))
const title = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 31 }).map((text) => `T ${text}`)
const moment = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((ms) => new Date(ms))
const later = fc.integer({ min: 40_000_000_000_000, max: 200_000_000_000_000 }).map((ms) => new Date(ms))
const count = fc.integer({ min: 0, max: 2_147_483_647 })
const mask = fc.oneof(fc.constantFrom(0, gamePermissions.All, 2_147_483_643, 7943), count)
const permille = fc.integer({ min: 0, max: 1000 })

const attachment = fc.oneof(
  fc.constant(null),
  fc.record({ text: fc.string({ minLength: 1 }), name: fc.stringMatching(/^[a-z]{1,8}\.[a-z]{3}$/) }),
  fc.record({ url: fc.oneof(fc.webUrl(), fc.constantFrom('/files/a.zip', 'magnet:?xt=urn:btih:abc')) }),
)

const challenge = fc.record({
  row: fc.record({
    title,
    content: words,
    category: fc.constantFrom(...(Object.keys(challengeCategories) as ChallengeCategory[])),
    type: fc.constantFrom(...(Object.keys(challengeTypes) as ChallengeType[])),
    hints: fc.option(fc.array(words, { maxLength: 3 })),
    is_enabled: fc.boolean(),
    flag_template: fc.option(
      fc.constantFrom('flag{[GUID]}', '[CLEET]flag{a sentence that is more than long enough}'),
    ),
    file_name: fc.option(fc.constantFrom('a.bin', 'attachment')),
    container_image: fc.constantFrom('', 'registry.example/box:1'),
    memory_limit: fc.integer({ min: 32, max: 1_048_576 }),
    cpu_count: fc.integer({ min: 1, max: 1024 }),
    storage_limit: fc.integer({ min: 0, max: 1_048_576 }),
    expose_port: fc.integer({ min: 1, max: 65_535 }),
    network_mode: fc.constantFrom(...(Object.keys(networkModes) as NetworkMode[])),
    allow_user_change: fc.boolean(),
    check_by_connecting: fc.boolean(),
    disable_blood_bonus: fc.boolean(),
    deadline_at: fc.option(moment),
    position: fc.option(count),
    enable_at: fc.option(later),
    level: fc.option(fc.constantFrom('Beginner' as const, 'Insane' as const)),
    tags: fc.uniqueArray(fc.stringMatching(/^[a-z]{1,32}$/), { maxLength: 16 }),
    authors: fc.uniqueArray(fc.stringMatching(/^[a-z]{1,64}$/), { maxLength: 8 }),
    submission_limit: fc.integer({ min: 0, max: 10_000 }),
    original_score: fc.integer({ min: 0, max: 1_000_000 }),
    min_score_rate: fc.double({ min: 0, max: 1, noNaN: true }),
    difficulty: fc.double({ min: 0, max: 1_000_000, noNaN: true }),
  }),
  capture: fc.boolean(),
  own: attachment,
  flags: fc.array(fc.record({ flag: fc.string({ minLength: 1, maxLength: 40 }), attachment }), {
    maxLength: 4,
  }),
})

const someGame = fc.record({
  row: fc.record({
    title,
    summary: words,
    content: words,
    hidden: fc.boolean(),
    unlisted: fc.boolean(),
    practice_mode: fc.boolean(),
    accept_without_review: fc.boolean(),
    signed_team_text: fc.option(fc.constantFrom('GZCTF_TEAM_{id}', 'ours {id}')),
    invite_code: fc.option(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 32 })),
    team_member_count_limit: count,
    container_count_limit: count,
    start_at: moment,
    end_at: moment,
    writeup_required: fc.boolean(),
    writeup_deadline: moment,
    writeup_note: words,
    blood_bonus: fc
      .record({ first: permille, second: permille, third: permille })
      .map((bonus) => packBloodBonus(bonus)),
  }),
  divisions: fc.array(
    fc.record({
      name: title.map((text) => text.slice(0, 31)),
      invite_code: fc.option(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 32 })),
      default_permissions: mask,
      configs: fc.array(mask, { maxLength: 4 }),
    }),
    { maxLength: 3 },
  ),
  challenges: fc.array(challenge, { maxLength: 5 }),
})

type SomeGame = typeof someGame extends fc.Arbitrary<infer T> ? T : never
type SomeAttachment = typeof attachment extends fc.Arbitrary<infer T> ? T : never

const attach = async (of: SomeAttachment, challengeId: number, flag_id: number | null): Promise<void> => {
  if (of === null) return
  const to = { id: challengeId }
  if ('url' in of) return insertAttachment(world.db, to, { flag_id, remote_url: of.url })
  const file_hash = await organizer.upload(of.text, of.name)
  const file_size = Buffer.byteLength(of.text)
  await insertAttachment(world.db, to, { flag_id, file_hash, file_name: of.name, file_size })
}

const put = async ({ row, divisions, challenges }: SomeGame): Promise<number> => {
  const game = await insertGame(world.db, row)
  const ids: number[] = []
  for (const { row: values, capture, own, flags } of challenges) {
    const runs = values.type.endsWith('Container')
    const { id } = await insertChallenge(world.db, game, {
      ...values,
      enable_traffic_capture: runs && capture,
    })
    ids.push(id)
    if (values.type !== 'DynamicAttachment') await attach(own, id, null)
    if (values.type === 'DynamicContainer') continue
    for (const { flag, attachment: of } of flags) {
      if (flag.trim() === '') continue
      await attach(of, id, await insertFlag(world.db, { id }, flag))
    }
  }
  for (const { configs, name, ...values } of divisions) {
    const { id } = await insertDivision(world.db, game, name)
    await world.db.updateTable('division').set(values).where('id', '=', id).execute()
    for (const [at, permissions] of configs.entries()) {
      const challenge_id = ids[at]
      if (challenge_id === undefined) continue
      const key = { game_id: game.id, division_id: id, challenge_id }
      await world.db
        .insertInto('division_challenge')
        .values({ ...key, permissions })
        .execute()
    }
  }
  return game.id
}

describe('a game that is exported and imported', () => {
  it('is the same but for what every new game has, and the same again after another round', async () => {
    await fc.assert(
      fc.asyncProperty(someGame, async (given) => {
        const id = await put(given)
        const first = await exportPackage(organizer.admin, id)
        expect(refusalsOf(first)).toEqual([])
        expect(essenceOf(await exportPackage(organizer.admin, id, 'PENNANT-GAME'))).toEqual(essenceOf(first))
        const second = await imported(first.bytes)
        expect(essenceOf(second)).toEqual(forced(essenceOf(first)))
        expect(refusalsOf(second)).toEqual([])
        const third = await imported(second.bytes)
        expect(essenceOf(third)).toEqual(essenceOf(second))
        for (const [hash, bytes] of first.files) expect(third.files.get(hash)?.equals(bytes)).toBe(true)
      }),
      { numRuns: 12 },
    )
  })

  it('is the same where the package came from elsewhere', async () => {
    const first = await imported(Buffer.from(packageOf()))
    expect(first.game).toMatchObject({
      title: foreignGame.title,
      bloodBonus: foreignGame.bloodBonus,
      divisions: [{ defaultPermissions: ['All'] }, { challengeConfig: [{ permissions: ['None'] }] }],
    })
    expect(first.challenges).toMatchObject(
      foreignChallenges.map(({ title: name, category, type, scoring, hints }) => ({
        title: name,
        category,
        type,
        scoring,
        hints,
      })),
    )
    expect(essenceOf(await imported(first.bytes))).toEqual(essenceOf(first))
  })
})
