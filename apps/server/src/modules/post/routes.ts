import * as wire from '@pennant/contract/post'
import { Problem } from '@pennant/contract/problem'
import { bind, type BoundRoute } from '../../http/bind.ts'
import { Reply, secondsTag, versioned } from '../../http/reply.ts'
import { presentPost, tagOfPost } from './present.ts'
import type { Posts } from './service.ts'
import type { PostCache } from './post-cache.ts'

export const postRoutes = (posts: Posts, cache: PostCache): BoundRoute[] => [
  bind(wire.listPosts, async () => {
    const { all, modified } = await cache.read()
    return versioned({ tag: secondsTag('all', modified), modified, value: all })
  }),
  bind(wire.latestPosts, async () => {
    const { latest, modified } = await cache.read()
    return versioned({ tag: secondsTag('latest', modified), modified, value: latest })
  }),
  bind(wire.readPost, async ({ params: { id } }) => {
    const found = await cache.find(id)
    if (found === null) throw new Problem('post.notFound')
    const { post, modified } = found
    return versioned({ tag: tagOfPost(id, modified), modified, value: post })
  }),
  bind(wire.createPost, (call) => posts.create(call.body, call)),
  bind(wire.editPost, async (call) => {
    const post = await posts.edit(call.params.id, call.body, call)
    const tag = tagOfPost(post.id, post.revised_at)
    return new Reply({ kind: 'edited', tag, value: presentPost(post) })
  }),
  bind(wire.deletePost, (call) => posts.remove(call.params.id, call)),
]
