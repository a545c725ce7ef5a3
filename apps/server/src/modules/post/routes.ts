import * as wire from '@pennant/contract/post'
import { Problem } from '@pennant/contract/problem'
import { bind, bindFast, type BoundRoute } from '../../http/bind.ts'
import { Reply } from '../../http/reply.ts'
import { presentPost, tagOfPost } from './present.ts'
import type { Posts } from './service.ts'
import type { PostCache } from './post-cache.ts'

export const postRoutes = (posts: Posts, cache: PostCache): BoundRoute[] => [
  bind(wire.listPosts, async () => (await cache.read()).all),
  bindFast(wire.latestPosts, async () => (await cache.read()).latest),
  bindFast(wire.readPost, async ({ params: { id } }) => {
    const post = await cache.find(id)
    if (post === null) throw new Problem('post.notFound')
    return post
  }),
  bind(wire.createPost, (call) => posts.create(call.body, call)),
  bind(wire.editPost, async (call) => {
    const post = await posts.edit(call.params.id, call.body, call)
    const tag = tagOfPost(post.id, post.revised_at)
    return new Reply({ kind: 'edited', tag, value: presentPost(post) })
  }),
  bind(wire.deletePost, (call) => posts.remove(call.params.id, call)),
]
