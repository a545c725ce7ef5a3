import * as wire from '@pennant/contract/post'
import { Problem } from '@pennant/contract/problem'
import { bind, type Bound } from '../../http/bind.ts'
import { secondsTag, versioned } from '../../http/reply.ts'
import { presentPost, presentPostInfo } from './present.ts'
import type { Posts } from './service.ts'
import type { PostShelf } from './shelf.ts'

const latest = 20
const cacheControl = 'no-cache, must-revalidate'

export const postRoutes = (posts: Posts, shelf: PostShelf): Bound[] => [
  bind(wire.listPosts, async () => {
    const { posts: all, modified } = await shelf.read()
    return versioned({ tag: secondsTag('all', modified), modified, cacheControl, value: all.map(presentPostInfo) })
  }),
  bind(wire.latestPosts, async () => {
    const { posts: all, modified } = await shelf.read()
    const value = all.slice(0, latest).map(presentPostInfo)
    return versioned({ tag: secondsTag('latest', modified), modified, cacheControl, value })
  }),
  bind(wire.readPost, async ({ params }) => {
    const post = (await shelf.read()).posts.find(({ id }) => id === params.id)
    if (post === undefined) throw new Problem('post.notFound')
    const modified = post.revised_at
    return versioned({ tag: secondsTag(post.id, modified), modified, cacheControl, value: presentPost(post) })
  }),
  bind(wire.createPost, (call) => posts.create(call.body, call)),
  bind(wire.editPost, async (call) => presentPost(await posts.edit(call.params.id, call.body, call))),
  bind(wire.deletePost, async (call) => {
    await posts.remove(call.params.id, call)
    return undefined
  }),
]
