import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dockerSkipReason, withDockerSkipReason, sharedDocker } from '../tests/kit/shared-docker.ts'
import { createDockerInstanceSetup, type DockerInstanceSetup } from '../tests/kit/docker-instance-setup.ts'
import { listSlugs, readChallenge } from './challenge.mjs'
import { prepareImages } from './images.mjs'

const run = promisify(execFile)
const reason = dockerSkipReason()
const served = listSlugs()
  .map(readChallenge)
  .filter((one) => one.needsContainers)

describe.skipIf(reason !== null)(withDockerSkipReason('the services of the sample event on Docker'), () => {
  let setup: DockerInstanceSetup
  const said: string[] = []
  const prepare = (): Promise<void> =>
    prepareImages({
      env: { PENNANT_CONTAINER_PROVIDER__DOCKER_CONFIG__URI: sharedDocker().uri },
      say: (line) => void said.push(line),
    })
  beforeAll(async () => {
    await prepare()
    setup = await createDockerInstanceSetup()
  })
  afterAll(() => setup?.close())

  it('have images, made without anything from elsewhere, and made once', async () => {
    expect(said.at(-1)).toMatch(/^Docker is here: .* can be started\.$/)
    expect(said).toHaveLength(served.length + 1)
    await prepare()
    expect(said).toHaveLength(served.length + 2)
  })

  it.each(served.map((one) => [one.slug, one] as const))('%s is started and solved', async (_, one) => {
    const challenge = await setup.challenge({
      container_image: one.container?.image ?? '',
      expose_port: one.container?.exposePort ?? 0,
      memory_limit: one.container?.memoryLimit ?? 0,
      cpu_count: one.container?.cpuCount ?? 0,
      flag_template: one.flagTemplate ?? '',
    })
    const { player, participation } = await setup.team()
    const { status, body, text } = await setup.start(player, challenge)
    expect(status, text).toBe(200)
    const { stdout } = await run(process.execPath, [path.join(one.folder, 'solve.mjs'), body.entry])
    expect(stdout.trim()).toBe(await setup.flag(participation))
  })
})
