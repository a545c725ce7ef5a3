import {
  createPost,
  deletePost,
  editPost,
  type PostDetail,
  type PostEdit,
  readPost,
} from '@pennant/contract/post'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../api/context.ts'
import { readVersioned, type Versioned } from '../../api/versioned.ts'
import { postToEditQuery } from './queries.ts'

export const usePostEditing = () => {
  const api = useApi()
  const queries = useQueryClient()
  const shown = async (): Promise<void> => {
    await Promise.all(
      ['all', 'latest', 'one'].map((which) => queries.invalidateQueries({ queryKey: ['posts', which] })),
    )
  }
  const edit = async (id: string, body: PostEdit, version: string | null): Promise<Versioned<PostDetail>> => {
    const saved = await readVersioned(api, editPost, { params: { id }, body, version })
    queries.setQueryData(postToEditQuery(api, id).queryKey, saved)
    await shown()
    return saved
  }
  return {
    async create(body: PostEdit): Promise<string> {
      const id = await api.call(createPost, { body })
      await shown()
      return id
    },
    save: edit,
    /** A request of its own: the server takes nothing else along with a pin. */
    pin: (id: string, isPinned: boolean): Promise<Versioned<PostDetail>> => edit(id, { isPinned }, null),
    async latest(id: string): Promise<Versioned<PostDetail>> {
      const found = await readVersioned(api, readPost, { params: { id } })
      queries.setQueryData(postToEditQuery(api, id).queryKey, found)
      return found
    },
    async remove(id: string): Promise<void> {
      await api.call(deletePost, { params: { id } })
      await shown()
    },
  }
}
