import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertAttachment, insertFlag } from '../../../../../tests/kit/factories.ts'
import { createOpenGame } from '../../../../../tests/kit/open-game.ts'
import { createOrganizer, type Organizer } from '../../../../../tests/kit/organizer.ts'
import { createWorld, type World } from '../../../../../tests/kit/world.ts'

let world: World
let organizer: Organizer
beforeAll(async () => {
  world = await createWorld()
  organizer = await createOrganizer(world)
})
afterAll(() => world.close())

describe('the list of challenges', () => {
  it('says of each what it lacks, and follows what is done about it', async () => {
    const open = await createOpenGame(world)
    const { id } = open.game
    const lacks = async () => (await organizer.list(id)).body.map((one) => one.lacks)
    const empty = { is_enabled: false, flags: [], original_score: 0, expose_port: null }
    const plain = await open.challenge({ ...empty, type: 'StaticAttachment' })
    const box = await open.challenge({ ...empty, type: 'StaticContainer' })
    const ownBox = await open.challenge({ ...empty, type: 'DynamicContainer' })
    const ownFile = await open.challenge({ ...empty, type: 'DynamicAttachment' })
    expect(await lacks()).toEqual([
      ['Flag', 'Score', 'Text'],
      ['Flag', 'Image', 'Port', 'Score', 'Text'],
      ['Image', 'Port', 'Score', 'Text'],
      ['Flag', 'Score', 'Text'],
    ])
    for (const challenge of [plain, box, ownBox, ownFile]) {
      const whole = { content: 'Look', originalScore: 100, containerImage: 'box', exposePort: 80 }
      await organizer.edit(id, challenge.id, whole)
      await organizer.addFlags(id, challenge.id, [{ flag: 'flag{a}' }, { flag: 'flag{a}' }])
    }
    expect(await lacks()).toEqual([[], [], [], ['Attachment']])
    const flags = await world.db
      .selectFrom('flag')
      .select('id')
      .where('challenge_id', '=', ownFile.id)
      .execute()
    const [first, second] = flags
    await insertAttachment(world.db, ownFile, { flag_id: first?.id ?? null })
    await open.changed()
    expect(await lacks()).toEqual([[], [], [], ['Attachment']])
    await insertAttachment(world.db, ownFile, { flag_id: second?.id ?? null })
    await open.changed()
    expect(await lacks()).toEqual([[], [], [], []])
    await insertFlag(world.db, ownFile, 'flag{bare}')
    await open.changed()
    expect(await lacks()).toEqual([[], [], [], ['Attachment']])
  })
})
