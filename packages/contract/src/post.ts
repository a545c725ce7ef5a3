import { limits } from './limit.ts'
import { route } from './route.ts'
import { Flag, List, Matching, Maybe, Model, Nullable, Str, Text, Time, type Static } from './schema.ts'

const info = {
  id: Str,
  title: Str,
  summary: Str,
  isPinned: Flag,
  tags: Nullable(List(Str)),
  authorAvatar: Nullable(Str),
  authorName: Nullable(Str),
  time: Time,
}

export const PostInfoModel = Model(info)
export type PostInfo = Static<typeof PostInfoModel>
export const PostDetailModel = Model({ ...info, content: Str })
export type PostDetail = Static<typeof PostDetailModel>

/** With `isPinned` only the pin is applied and everything else is ignored. */
export const PostEditModel = Model({
  title: Maybe(Text({ max: limits.postTitle })),
  summary: Maybe(Text({ max: limits.postSummary })),
  content: Maybe(Text({ max: limits.postContent })),
  tags: Maybe(List(Text({ max: limits.postTag }), { max: limits.postTags })),
  isPinned: Maybe(Flag),
})
export type PostEdit = Static<typeof PostEditModel>

export const listPosts = route({
  id: 'post.list',
  method: 'GET',
  path: '/api/posts',
  summary: 'List all posts, pinned first, then the newest',
  access: 'anonymous',
  open: 'always',
  limit: 'query',
  answer: List(PostInfoModel),
  caching: 'revalidate',
})

export const latestPosts = route({
  id: 'post.latest',
  method: 'GET',
  path: '/api/posts/latest',
  summary: 'List the first twenty posts',
  access: 'anonymous',
  open: 'always',
  answer: List(PostInfoModel),
  caching: 'revalidate',
})

const PostParam = Model({ id: Matching('^[^/]{1,64}$') })

export const readPost = route({
  id: 'post.read',
  method: 'GET',
  path: '/api/posts/:id',
  summary: 'Get a post with its text',
  access: 'anonymous',
  open: 'always',
  params: PostParam,
  answer: PostDetailModel,
  caching: 'revalidate',
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
  summary: 'Update or pin a post',
  access: 'admin',
  params: PostParam,
  body: PostEditModel,
  answer: PostDetailModel,
  problems: ['post.notFound', 'edit.conflict'],
})

export const deletePost = route({
  id: 'post.delete',
  method: 'DELETE',
  path: '/api/edit/posts/:id',
  summary: 'Delete a post',
  access: 'admin',
  params: PostParam,
  answer: 'nothing',
  problems: ['post.notFound', 'edit.conflict'],
})
