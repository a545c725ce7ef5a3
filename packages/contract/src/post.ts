import { Type, type Static } from 'typebox'
import { limits } from './limit.ts'
import { route } from './route.ts'
import { Flag, Maybe, Nullable, Str, Text, Time } from './schema.ts'

const info = {
  id: Str,
  title: Str,
  summary: Str,
  isPinned: Flag,
  tags: Nullable(Type.Array(Str)),
  authorAvatar: Nullable(Str),
  authorName: Nullable(Str),
  time: Time,
}

export const PostInfoModel = Type.Object(info)
export type PostInfo = Static<typeof PostInfoModel>
export const PostDetailModel = Type.Object({ ...info, content: Str })
export type PostDetail = Static<typeof PostDetailModel>

/** With `isPinned` only the pin is applied and everything else is ignored. */
export const PostEditModel = Type.Object({
  title: Maybe(Text({ max: limits.postTitle })),
  summary: Maybe(Text({ max: limits.postSummary })),
  content: Maybe(Text({ max: limits.postContent })),
  tags: Maybe(Type.Array(Text({ max: limits.postTag }), { maxItems: limits.postTags })),
  isPinned: Maybe(Flag),
})
export type PostEdit = Static<typeof PostEditModel>

export const listPosts = route({
  id: 'post.list',
  method: 'GET',
  path: '/api/posts',
  summary: 'All posts, pinned first, then the newest',
  access: 'anonymous',
  limit: 'query',
  answer: Type.Array(PostInfoModel),
})

export const latestPosts = route({
  id: 'post.latest',
  method: 'GET',
  path: '/api/posts/latest',
  summary: 'The first twenty posts',
  access: 'anonymous',
  answer: Type.Array(PostInfoModel),
})

const PostParam = Type.Object({ id: Type.Unsafe<string>({ type: 'string', pattern: '^[^/]{1,64}$' }) })

export const readPost = route({
  id: 'post.read',
  method: 'GET',
  path: '/api/posts/:id',
  summary: 'One post with its text',
  access: 'anonymous',
  params: PostParam,
  answer: PostDetailModel,
  problems: ['post.notFound'],
})

export const createPost = route({
  id: 'post.create',
  method: 'POST',
  path: '/api/edit/posts',
  summary: 'Write a post',
  access: 'admin',
  body: PostEditModel,
  answer: Str,
})

export const editPost = route({
  id: 'post.edit',
  method: 'PUT',
  path: '/api/edit/posts/:id',
  summary: 'Change or pin a post',
  access: 'admin',
  params: PostParam,
  body: PostEditModel,
  answer: PostDetailModel,
  problems: ['post.notFound'],
})

export const deletePost = route({
  id: 'post.delete',
  method: 'DELETE',
  path: '/api/edit/posts/:id',
  summary: 'Delete a post',
  access: 'admin',
  params: PostParam,
  answer: 'nothing',
  problems: ['post.notFound'],
})
