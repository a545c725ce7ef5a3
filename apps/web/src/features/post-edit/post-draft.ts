import type { PostDetail } from '@pennant/contract/post'
import { limits } from '@pennant/contract/limit'

export type PostDraft = { title: string; summary: string; content: string; tags: string }

export const emptyDraft: PostDraft = { title: '', summary: '', content: '', tags: '' }

export const draftOf = ({ title, summary, content, tags }: PostDetail): PostDraft => ({
  title,
  summary,
  content,
  tags: (tags ?? []).join(', '),
})

export const differing = (one: PostDraft, other: PostDraft): (keyof PostDraft)[] =>
  (['title', 'tags', 'summary', 'content'] as const).filter((member) => one[member] !== other[member])

export const tagsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,，、]/)
      .map((tag) => tag.trim().replace(/^#+\s*/, ''))
      .filter((tag) => tag !== ''),
  ),
]

export type PostFault = 'title' | 'tags'

export const faultOf = ({ title, tags }: PostDraft): PostFault | null => {
  if (title.trim() === '') return 'title'
  const found = tagsIn(tags)
  return found.length > limits.postTags || found.some((tag) => tag.length > limits.postTag) ? 'tags' : null
}
