import type { ChallengeTraffic, FileRecord, TeamTraffic } from '@pennant/contract/capture'
import { fileStamp } from '@pennant/contract/file'
import { Problem } from '@pennant/contract/problem'
import type { Core } from '../../core/core.ts'
import type { Caller } from '../../core/identity/caller.ts'
import { download, type Reply } from '../../http/reply.ts'
import { tarGz } from '../../kit/tar-gz/tar-gz.ts'
import { presentChallenge, presentFile, presentTeam } from './present.ts'
import type { Capture, Repository } from './repository.ts'
import { createCaptureStore } from './store.ts'

const listedAtOnce = 8

export const createCaptures = (
  { audit, clock, journal, db }: Pick<Core, 'audit' | 'clock' | 'db' | 'journal'>,
  repository: Repository,
) => {
  const store = createCaptureStore(db)

  const mustFind = async (challengeId: number, participationId: number, name: string): Promise<Capture> => {
    const captures = await repository.list(challengeId, participationId)
    const capture = captures.find(({ ref }) => ref.name === name)
    if (capture === undefined) throw new Problem('capture.notFound')
    return capture
  }

  const noteDeleted = async (
    action: 'capture.delete' | 'capture.deleteAll',
    captures: readonly Capture[],
    caller: Caller,
  ): Promise<void> => {
    const [first] = captures
    if (first === undefined) return
    const { challengeId, participationId, name } = first.ref
    const challenge = await store.challenge(challengeId)
    await audit.alone(caller, action, {
      game: challenge?.game_id ?? null,
      id: challengeId,
      name: challenge?.title ?? null,
      before: { participationId, captures: captures.map(({ ref }) => ref.name) },
    })
    const what = captures.length === 1 ? `Capture ${name}` : `${captures.length} captures`
    journal.done(caller, `${what} of participation ${participationId} for challenge ${challengeId} deleted`)
  }

  const remove = async (
    action: 'capture.delete' | 'capture.deleteAll',
    captures: readonly Capture[],
    caller: Caller,
  ): Promise<void> => {
    const deleted: Capture[] = []
    try {
      for (const capture of captures) {
        await repository.delete(capture.ref)
        deleted.push(capture)
      }
    } catch (error) {
      const name = caller.principal.userName
      journal.write({ level: 'Error', message: "Couldn't delete a capture", name, error })
      throw new Problem('capture.notDeletable')
    } finally {
      await noteDeleted(action, deleted, caller)
    }
  }

  return {
    async challenges(gameId: number): Promise<ChallengeTraffic[]> {
      const rows = await store.challengesOfGame(gameId)
      const presented: ChallengeTraffic[] = []
      for (let done = 0; done < rows.length; done += listedAtOnce)
        presented.push(
          ...(await Promise.all(
            rows
              .slice(done, done + listedAtOnce)
              .map(async (row) => presentChallenge(row, filesByTeam(await repository.list(row.id)).size)),
          )),
        )
      return presented
    },

    async teams(challengeId: number): Promise<TeamTraffic[]> {
      const files = filesByTeam(await repository.list(challengeId))
      if (files.size === 0) throw new Problem('capture.notFound')
      const ids = [...files.keys()].toSorted((a, b) => a - b)
      const rows = new Map((await store.teams(ids)).map((row) => [row.id, row]))
      return ids.map((id) => presentTeam(id, rows.get(id), files.get(id) ?? 0))
    },

    list: async (challengeId: number, participationId: number): Promise<FileRecord[]> =>
      (await repository.list(challengeId, participationId)).map(presentFile),

    async download(challengeId: number, participationId: number, name: string): Promise<Reply> {
      const capture = await mustFind(challengeId, participationId, name)
      const { size, modified } = capture
      return download({
        type: 'application/octet-stream',
        attachment: capture.ref.name,
        tag: `${size.toString(16)}-${modified.getTime().toString(16)}`,
        size,
        async open(range) {
          const bytes = await repository.open(capture, range)
          if (bytes === null) throw new Problem('capture.notFound')
          return bytes
        },
      })
    },

    async archive(challengeId: number, participationId: number): Promise<Reply> {
      const captures = await repository.list(challengeId, participationId)
      const folder = `Capture-${challengeId}-${participationId}-${fileStamp(new Date(clock.now()))}`
      const entries = captures.map((capture) => ({
        path: `${folder}/${capture.ref.name}`,
        size: capture.size,
        modified: capture.modified,
        open: () => repository.open(capture),
      }))
      return download({
        type: tarGz.type,
        attachment: `${folder}${tarGz.extension}`,
        open: async () => tarGz.pack(entries),
      })
    },

    async delete(challengeId: number, participationId: number, name: string, caller: Caller): Promise<void> {
      await remove('capture.delete', [await mustFind(challengeId, participationId, name)], caller)
    },

    async deleteAll(challengeId: number, participationId: number, caller: Caller): Promise<void> {
      await remove('capture.deleteAll', await repository.list(challengeId, participationId), caller)
    },
  }
}

const filesByTeam = (captures: readonly Capture[]): Map<number, number> => {
  const counts = new Map<number, number>()
  for (const { ref } of captures) counts.set(ref.participationId, (counts.get(ref.participationId) ?? 0) + 1)
  return counts
}
