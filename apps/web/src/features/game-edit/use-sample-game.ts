import { listChallengesToEdit, updateChallenge } from '@pennant/contract/challenge-edit'
import { importGame } from '@pennant/contract/transfer'
import { runsContainers } from '@pennant/rules/challenge/container'
import { useApi } from '../../api/context.ts'
import { ApiProblem } from '../../api/problem.ts'
import { upload } from '../../api/upload.ts'
import { useGameEditing } from './use-game-editing.ts'

declare const __PENNANT_SAMPLE_GAME__: string

const hour = 3_600_000
const lastsMs = 48 * hour

/** Imports arrive hidden, over, and with closed challenges. */
export const useSampleGame = () => {
  const api = useApi()
  const { change } = useGameEditing()

  const bring = async (): Promise<number> => {
    const response = await api.fetch(__PENNANT_SAMPLE_GAME__)
    if (!response.ok) throw new ApiProblem('unreachable')
    const file = new Blob([await response.arrayBuffer()], { type: 'application/zip' })
    return upload(api, importGame, { files: [{ file, name: 'sample-game.zip' }] })
  }
  // Visible last. Container challenges stay closed, because their images don't exist here.
  const open = async (id: number): Promise<void> => {
    const all = await api.call(listChallengesToEdit, { params: { id }, query: {} })
    for (const { id: cid, type, isEnabled } of all)
      if (!isEnabled && !runsContainers(type))
        await api.call(updateChallenge, { params: { id, cid }, body: { isEnabled: true } })
    const start = api.time.now()
    const end = start + lastsMs
    const times = { start, end, writeupDeadline: end }
    await change.mutateAsync({ id, changes: { ...times, practiceMode: true, hidden: false } })
  }
  return { bring, open }
}
