import { createPost, deletePost, editPost, type PostDetail, type PostEdit } from '@pennant/contract/post'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../api/context.ts'
import { postToEditQuery } from './queries.ts'

/** What can be done to posts; whatever shows them then shows the new state. */
export const usePostEditing = () => {
  const api = useApi()
  const queries = useQueryClient()
  const lists = async (): Promise<void> => {
    await Promise.all(
      ['all', 'latest'].map((which) => queries.invalidateQueries({ queryKey: ['posts', which] })),
    )
  }
  const keep = async (post: PostDetail): Promise<PostDetail> => {
    queries.setQueryData(postToEditQuery(api, post.id).queryKey, post)
    await lists()
    return post
  }
  return {
    async create(body: PostEdit): Promise<string> {
      const id = await api.call(createPost, { body })
      await lists()
      return id
    },
    save: async (id: string, body: PostEdit): Promise<PostDetail> =>
      keep(await api.call(editPost, { params: { id }, body })),
    /** A call of its own: together with a pin, nothing else is taken. */
    pin: async (id: string, isPinned: boolean): Promise<PostDetail> =>
      keep(await api.call(editPost, { params: { id }, body: { isPinned } })),
    async remove(id: string): Promise<void> {
      await api.call(deletePost, { params: { id } })
      await lists()
    },
  }
}
