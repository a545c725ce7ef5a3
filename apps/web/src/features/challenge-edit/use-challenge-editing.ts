import type {
  AttachmentCreate,
  ChallengeCreate,
  ChallengeEditDetail,
  ChallengeUpdate,
  FlagCreate,
} from '@pennant/contract/challenge'
import {
  addFlags,
  createChallenge,
  deleteChallenge,
  orderChallenges,
  removeFlag,
  setAttachment,
  updateChallenge,
} from '@pennant/contract/challenge-edit'
import type { ContainerInfo } from '@pennant/contract/container'
import { startTest, stopTest } from '@pennant/contract/instance'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../api/context.ts'
import { readVersioned, type Versioned } from '../../api/versioned.ts'
import { type ChallengeRef, challengesToEditQuery, challengeToEditQuery } from './queries.ts'

type Detail = Versioned<ChallengeEditDetail>

export const useChallengeEditing = (game: number) => {
  const api = useApi()
  const queries = useQueryClient()
  const list = challengesToEditQuery(api, game).queryKey
  const keyOf = (challenge: number) => challengeToEditQuery(api, { game, challenge }).queryKey
  const refreshList = (): Promise<void> => queries.invalidateQueries({ queryKey: list })
  const refresh = async (challenge: number): Promise<void> => {
    void refreshList()
    await queries.invalidateQueries({ queryKey: keyOf(challenge), exact: true })
  }

  // Answers to edits are wrong about what has calls of its own.
  const keep = ({ data, version }: Detail): Detail => {
    const key = keyOf(data.id)
    const old = queries.getQueryData(key)?.data
    const merged: Detail =
      old === undefined
        ? { data, version }
        : {
            version,
            data: {
              ...data,
              flags: old.flags,
              attachment: old.attachment,
              testContainer: old.testContainer,
              acceptedCount: old.acceptedCount,
            },
          }
    if (old !== undefined) queries.setQueryData(key, merged)
    return merged
  }

  return {
    refreshList,
    refresh,
    async create(body: ChallengeCreate): Promise<ChallengeEditDetail> {
      const made = await api.call(createChallenge, { params: { id: game }, body })
      await refreshList()
      return made
    },
    /** For bulk edits: does not refresh the list, which the caller does once at the end. */
    async change(challenge: number, body: ChallengeUpdate, version: string | null = null): Promise<Detail> {
      const params = { id: game, cid: challenge }
      return keep(await readVersioned(api, updateChallenge, { params, body, version }))
    },
    async save(challenge: number, body: ChallengeUpdate, version: string | null): Promise<Detail> {
      const params = { id: game, cid: challenge }
      const saved = keep(await readVersioned(api, updateChallenge, { params, body, version }))
      void refreshList()
      return saved
    },
    async remove(challenge: number): Promise<void> {
      await api.call(deleteChallenge, { params: { id: game, cid: challenge }, patient: true })
    },
    async order(ids: number[]): Promise<void> {
      await api.call(orderChallenges, { params: { id: game }, body: ids })
    },
    async attach(challenge: number, body: AttachmentCreate): Promise<void> {
      await api.call(setAttachment, { params: { id: game, cid: challenge }, body })
      await refresh(challenge)
    },
    async addFlags(challenge: number, body: FlagCreate[]): Promise<void> {
      await api.call(addFlags, { params: { id: game, cid: challenge }, body, patient: true })
      await refresh(challenge)
    },
    /** A flag that is gone already counts as removed. */
    async removeFlag(challenge: number, flag: number): Promise<void> {
      await api.call(removeFlag, { params: { id: game, cid: challenge, fid: flag } })
    },
    async startTest({ challenge }: Pick<ChallengeRef, 'challenge'>): Promise<void> {
      const params = { id: game, cid: challenge }
      const testContainer: ContainerInfo = await api.call(startTest, { params, patient: true })
      setTest(challenge, testContainer)
    },
    async stopTest({ challenge }: Pick<ChallengeRef, 'challenge'>): Promise<void> {
      await api.call(stopTest, { params: { id: game, cid: challenge }, patient: true })
      setTest(challenge, null)
    },
  }

  function setTest(challenge: number, testContainer: ContainerInfo | null): void {
    queries.setQueryData(keyOf(challenge), (old) =>
      old === undefined ? undefined : { ...old, data: { ...old.data, testContainer } },
    )
  }
}

export type ChallengeEditing = ReturnType<typeof useChallengeEditing>
