import { createServer } from 'node:http'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareImages } from './images.mjs'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'demo-'))
})
afterAll(() => rm(folder, { recursive: true }))

const saidWith = async (env: Record<string, string>): Promise<string[]> => {
  const said: string[] = []
  await prepareImages({ env, say: (line) => void said.push(line) })
  return said
}
const uri = 'PENNANT_CONTAINERPROVIDER__DOCKERCONFIG__URI'

describe('the sample event without Docker', () => {
  it('says in one sentence what cannot be played', async () => {
    const [sentence, ...more] = await saidWith({ [uri]: `unix://${folder}/none` })
    expect(more).toEqual([])
    expect(sentence).toBe(
      `There is no Docker here (${folder}/none), so “The Chandler's Ledger” and “Berth Preferences” have no instances; everything else works.`,
    )
  })

  it('says so, too, when what is there does not work', async () => {
    const socket = path.join(folder, 'socket')
    const server = createServer((_asked, answer) => answer.writeHead(500).end('{"message":"out of order"}'))
    server.listen(socket)
    await once(server, 'listening')
    expect(await saidWith({ [uri]: `unix://${socket}` })).toEqual([
      expect.stringMatching(
        /^Docker isn't responding at .* \(out of order\), so .*; everything else works\.$/,
      ),
    ])
    server.close()
  })

  it('says nothing where instances run elsewhere, or are not wanted', async () => {
    expect(await saidWith({ [uri]: 'tcp://docker.example:2376' })).toEqual([])
    expect(await saidWith({ PENNANT_CONTAINER_PROVIDER__TYPE: 'None' })).toEqual([])
    expect(await saidWith({ PENNANT_CONTAINERPROVIDER__TYPE: 'kubernetes' })).toEqual([])
  })
})
