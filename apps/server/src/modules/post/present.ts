import { avatarUrl } from '@pennant/contract/file'
import type { PostDetail, PostInfo } from '@pennant/contract/post'
import { secondsTag } from '../../http/reply.ts'
import type { ListedPost, StoredPost } from './store.ts'

export const tagOfPost = (id: string, revised: Date): string => secondsTag(id, revised)

export const presentPostInfo = (post: ListedPost): PostInfo => ({
  id: post.id,
  title: post.title,
  summary: post.summary,
  isPinned: post.is_pinned,
  tags: post.tags,
  authorAvatar: avatarUrl(post.author_avatar),
  authorName: post.author_name,
  time: post.updated_at.getTime(),
})

export const presentPost = (post: StoredPost): PostDetail => ({
  ...presentPostInfo(post),
  content: post.content,
})
