import * as wire from '@pennant/contract/post'
import { Problem } from '@pennant/contract/problem'
import { bind, type Bound } from '../../http/bind.ts'
import { secondsTag, versioned } from '../../http/reply.ts'
import { presentPost } from './present.ts'
import type { Posts } from './service.ts'
import type { PostShelf } from './shelf.ts'

const cacheControl = 'no-cache, must-revalidate'

export const postRoutes = (posts: Posts, shelf: PostShelf): Bound[] => [
  bind(wire.listPosts, async () => {
    const { all, modified } = await shelf.read()
    return versioned({ tag: secondsTag('all', modified), modified, cacheControl, value: all })
  }),
  bind(wire.latestPosts, async () => {
    const { latest, modified } = await shelf.read()
    return versioned({ tag: secondsTag('latest', modified), modified, cacheControl, value: latest })
  }),
  bind(wire.readPost, async ({ params: { id } }) => {
    const found = await shelf.find(id)
    if (found === null) throw new Problem('post.notFound')
    const { post, modified } = found
    return versioned({ tag: secondsTag(id, modified), modified, cacheControl, value: post })
  }),
  bind(wire.createPost, (call) => posts.create(call.body, call)),
  bind(wire.editPost, async (call) => presentPost(await posts.edit(call.params.id, call.body, call))),
  bind(wire.deletePost, async (call) => {
    await posts.remove(call.params.id, call)
    return undefined
  }),
]
