import type { ContainerInfo } from '@pennant/contract/container'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChallengeImage, challengeImages } from '../../../../../tests/kit/challenge-image.ts'
import { challengeFiles } from '../../../../../tests/kit/challenge-image-files.ts'
import {
  dockerSkipReason,
  withDockerSkipReason,
  sharedDocker,
} from '../../../../../tests/kit/shared-docker.ts'
import { importImage, servicePort } from '../../../../../tests/kit/docker-image.ts'
import {
  answerAt,
  createDockerInstanceSetup,
  type DockerInstanceSetup,
} from '../../../../../tests/kit/docker-instance-setup.ts'
import { refused } from '../../../../../tests/kit/instance-setup.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import type { ChallengeRow, NewChallengeRow } from '../../ports/tables/challenge.ts'

const reason = dockerSkipReason()
const repository = 'pennant-challenge'
type Test = ContainerInfo & { data?: { detail?: string } }

const named = (name: string): ChallengeImage => {
  const image = challengeImages.find((one) => one.name === name)
  if (image === undefined) throw new Error(`there is no image ${name}`)
  return image
}

describe.skipIf(reason !== null)(withDockerSkipReason('an image as organizers write it'), () => {
  let setup: DockerInstanceSetup
  beforeAll(async () => {
    const socket = sharedDocker().uri.replace('unix://', '')
    const files = await challengeFiles()
    for (const { name, command, lines } of challengeImages)
      await importImage(socket, `${repository}/${name}`, command, files, lines)
    setup = await createDockerInstanceSetup()
  })
  afterAll(() => setup?.close())

  const challengeOf = (image: ChallengeImage, more: Partial<NewChallengeRow> = {}): Promise<ChallengeRow> =>
    setup.challenge({
      container_image: `${repository}/${image.name}:1`,
      expose_port: servicePort,
      ...image.challenge,
      ...more,
    })

  const containersOf = async ({ id }: ChallengeRow) =>
    (await setup.found()).filter(({ Labels }) => Labels['pennant.challenge'] === String(id))

  const tried = async (challenge: ChallengeRow) => {
    const path = `/api/edit/games/${setup.open.game.id}/challenges/${challenge.id}/container`
    const answer = await setup.admin.post<Test>(path)
    expect((await setup.admin.delete(path)).status).toBe(200)
    expect(await setup.rows(challenge)).toEqual([])
    expect(await containersOf(challenge)).toEqual([])
    return answer
  }

  const reach = async (entry: string, ask: string): Promise<string> =>
    answerAt(entry, ask).catch((error: unknown) => `not reached: ${String(error)}`)

  const solve = async (image: ChallengeImage, challenge: ChallengeRow) => {
    const { player, participation } = await setup.team()
    const { status, body, text } = await setup.start(player, challenge)
    expect(status, text).toBe(200)
    const flag = await setup.flag(participation)
    if (image.isLate === true) await expect.poll(() => reach(body.entry, image.ask), patient).toContain(flag)
    else expect(await reach(body.entry, image.ask)).toContain(flag)
    await setup.open.submit(player, challenge, flag)
    setup.later()
    if (image.endsAlone !== true) expect((await setup.stop(player, challenge)).status).toBe(200)
    await expect.poll(() => setup.rows(challenge), patient).toEqual([])
    await expect.poll(() => containersOf(challenge), patient).toEqual([])
    const [row] = await setup.world.db
      .selectFrom('submission')
      .select('status')
      .where('challenge_id', '=', challenge.id)
      .execute()
    return row?.status
  }

  const isSolved = challengeImages.filter(({ told, needs, isLate }) => !told || needs || isLate)
  it.each(isSolved.map((image) => [image.what, image] as const))(
    '%s is started, reached, solved and stopped',
    async (_, image) => {
      const verdict = await solve(image, await challengeOf(image, image.needs?.challenge))
      expect(verdict).toBe('Accepted')
    },
  )

  it.each(challengeImages.map((image) => [image.what, image] as const))(
    '%s shows an organizer what there is to know of it',
    async (_, image) => {
      const answer = await tried(await challengeOf(image))
      const { told } = image
      if (told !== undefined && 'refused' in told) {
        expect(answer).toMatchObject(refused(400, told.refused))
        expect(answer.body.data?.detail).toMatch(/ended on its own with code \d+|ran out of memory/)
      } else {
        expect(answer.status, answer.text).toBe(200)
        const codes = (answer.body.remarks ?? []).map(({ code }) => code)
        const expected = told !== undefined && 'remark' in told ? [told.remark] : []
        const other = image.needs?.challenge.expose_port
        // Every image has the set-user-ID program, but it is reported only where it can't work.
        expect(codes.filter((code) => code !== 'SetUserId' || expected.includes(code))).toEqual(expected)
        if (other !== undefined) expect(answer.body.remarks?.[0]?.values).toEqual([String(other)])
      }
    },
  )

  const isLost = challengeImages.filter(({ told, needs, isLate }) => told && !needs && !isLate)
  it.each(
    isLost.filter(({ told }) => told && !('refused' in told)).map((image) => [image.what, image] as const),
  )('%s is not reached, and stopped like any other', async (_, image) => {
    const challenge = await challengeOf(image)
    const { player, participation } = await setup.team()
    const { status, body } = await setup.start(player, challenge)
    expect(status).toBe(200)
    expect(await reach(body.entry, image.ask)).not.toContain(await setup.flag(participation))
    setup.later()
    expect((await setup.stop(player, challenge)).status).toBe(200)
  })

  it('names the set-user-ID programs of a test, and not where the challenge lets them have effect', async () => {
    const image = named('set-user-id')
    const { body } = await tried(await challengeOf(image))
    expect(body.remarks).toEqual([{ code: 'SetUserId', values: ['/bin/readflag'] }])
    const allowed = await tried(await challengeOf(image, { allow_user_change: true }))
    expect(allowed.body).not.toHaveProperty('remarks')
  })

  it('leaves a set-user-ID program without rights where the challenge does not allow it', async () => {
    const image = named('set-user-id')
    const challenge = await challengeOf(image)
    const { player, participation } = await setup.team()
    const { body } = await setup.start(player, challenge)
    expect(await reach(body.entry, 'readflag /flag 2>&1\nexit\n')).toMatch(/Permission denied/)
    expect(await setup.flag(participation)).not.toBe('')
  })
})
