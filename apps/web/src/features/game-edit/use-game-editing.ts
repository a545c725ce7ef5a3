import {
  createGame,
  deleteGame,
  type GameEdit,
  type GameInfo,
  readGameToEdit,
  setPoster,
  updateGame,
} from '@pennant/contract/game'
import { flushScoreboard, updateAccepted } from '@pennant/contract/scoreboard'
import { copyGame } from '@pennant/contract/transfer'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../api/context.ts'
import { gameToEditQuery } from '../../api/queries/game-to-edit.ts'
import { upload } from '../../api/upload.ts'
import { readVersioned, type Versioned } from '../../api/versioned.ts'
import { bodyOf } from './game-body.ts'
import { gamesToEditQuery } from './queries.ts'

type Save = { game: GameInfo; version: string | null; changes: Partial<GameEdit> }

export const useGameEditing = () => {
  const api = useApi()
  const queries = useQueryClient()

  const forget = async (id: number): Promise<void> => {
    void queries.invalidateQueries({ queryKey: ['games'] })
    void queries.invalidateQueries({ queryKey: ['game', id] })
    await queries.invalidateQueries({ queryKey: gamesToEditQuery(api).queryKey })
  }
  const keep = (saved: Versioned<GameInfo>): void => {
    const { id } = saved.data
    queries.setQueryData(gameToEditQuery(api, id).queryKey, saved)
    queries.setQueryData(gamesToEditQuery(api).queryKey, (games) =>
      games?.map((one) => (one.id === id ? saved.data : one)),
    )
    void forget(id)
  }
  const save = async ({ game, version, changes }: Save): Promise<Versioned<GameInfo>> => {
    const body = bodyOf(game, changes)
    const response = await api.ask(updateGame, { params: { id: game.id }, body, version })
    // The server keeps to the contract.
    return { data: (await response.json()) as GameInfo, version: response.headers.get('etag') }
  }

  return {
    create: useMutation({
      mutationFn: (body: GameEdit) => api.call(createGame, { body }),
      onSuccess: ({ id }) => forget(id),
    }),
    save: useMutation({ mutationFn: save, onSuccess: keep }),
    /** Keeps whatever else was saved meanwhile. */
    change: useMutation({
      mutationFn: async ({ id, changes }: { id: number; changes: Partial<GameEdit> }) => {
        const { data, version } = await readVersioned(api, readGameToEdit, { params: { id } })
        return save({ game: data, version, changes })
      },
      onSuccess: keep,
    }),
    remove: useMutation({
      mutationFn: (id: number) => api.call(deleteGame, { params: { id }, patient: true }),
      onSuccess: (_, id) => {
        queries.removeQueries({ queryKey: gameToEditQuery(api, id).queryKey, type: 'inactive' })
        return forget(id)
      },
    }),
    copy: useMutation({
      mutationFn: ({ id, ...body }: { id: number; title: string; start: number; end: number }) =>
        api.call(copyGame, { params: { id }, body, patient: true }),
      onSuccess: (id) => forget(id),
    }),
    // The answer has no version, so the game is read again.
    setPoster: useMutation({
      mutationFn: ({ id, file, onProgress }: PosterInput) =>
        upload(api, setPoster, { params: { id }, files: [{ file, name: file.name }], onProgress }),
      onSuccess: async (_, { id }) => {
        await queries.invalidateQueries({ queryKey: gameToEditQuery(api, id).queryKey, exact: true })
        await forget(id)
      },
    }),
    flush: useMutation({
      mutationFn: (id: number) => api.call(flushScoreboard, { params: { id }, patient: true }),
      onSuccess: (_, id) => queries.invalidateQueries({ queryKey: ['edit', 'game', id, 'challenges'] }),
    }),
    recount: useMutation({
      mutationFn: (id: number) => api.call(updateAccepted, { params: { id }, patient: true }),
      onSuccess: (_, id) => queries.invalidateQueries({ queryKey: ['edit', 'game', id, 'challenges'] }),
    }),
  }
}

type PosterInput = { id: number; file: File; onProgress: (share: number) => void }
