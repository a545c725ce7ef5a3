import {
  createDivision,
  deleteDivision,
  type Division,
  listDivisions,
  updateDivision,
} from '@pennant/contract/division'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../api/context.ts'
import type { Exception } from './permission-mask.ts'
import { divisionsToEditQuery } from './queries.ts'
import { tagOfRow } from '../../api/versioned.ts'

export type DivisionDraft = {
  name: string
  inviteCode: string
  defaultPermissions: number
  challengeConfigs: readonly Exception[]
}

export const draftOfDivision = (division: Division): DivisionDraft => ({
  name: division.name,
  inviteCode: division.inviteCode ?? '',
  defaultPermissions: division.defaultPermissions,
  challengeConfigs: division.challengeConfigs,
})

export const useDivisionEditing = (game: number) => {
  const api = useApi()
  const queries = useQueryClient()
  const onSuccess = async (): Promise<void> => {
    // Players see who may join, and how.
    void queries.invalidateQueries({ queryKey: ['game', game] })
    await queries.invalidateQueries({ queryKey: divisionsToEditQuery(api, game).queryKey })
  }
  return {
    create: useMutation({
      mutationFn: (draft: DivisionDraft) =>
        api.call(createDivision, { params: { id: game }, body: bodyOf(draft) }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: ({ id, draft, version }: { id: number; draft: DivisionDraft; version: string | null }) =>
        api.call(updateDivision, { params: { id: game, did: id }, body: bodyOf(draft), version }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (division: Division) =>
        api.call(deleteDivision, { params: { id: game, did: division.id }, version: tagOfRow(division) }),
      onSuccess,
      onError: onSuccess,
    }),
    async latest(id: number): Promise<Division | null> {
      const divisions = await api.call(listDivisions, { params: { id: game } })
      return divisions.find((one) => one.id === id) ?? null
    },
  }
}

// The empty text removes a code; null keeps it.
const bodyOf = ({ name, inviteCode, defaultPermissions, challengeConfigs }: DivisionDraft) => ({
  name: name.trim(),
  inviteCode: inviteCode.trim(),
  defaultPermissions,
  challengeConfigs: [...challengeConfigs],
})
