import type { PostInfo } from '@pennant/contract/post'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Moment } from '../../../i18n/moment.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { hasMarkup } from '../markup.ts'
import classes from './post-list.module.css'

type Props = {
  posts: readonly PostInfo[]
  level?: 2 | 3
  Actions?: ComponentType<{ post: PostInfo }>
}

export const PostList = ({ posts, level = 3, Actions }: Props) => {
  const { t } = useTranslation()
  if (posts.length === 0) return <p className={classes.none}>{t('home.noPosts')}</p>
  return (
    <ol className={classes.list}>
      {posts.map((post) => (
        <li key={post.id} className={classes.item} data-pinned={post.isPinned || undefined}>
          <Post post={post} level={level} actions={Actions !== undefined && <Actions post={post} />} />
        </li>
      ))}
    </ol>
  )
}

type PostProps = { post: PostInfo; level: 2 | 3; actions: ReactNode }

const Post = ({
  post: { id, title, summary, isPinned, tags, authorName, time },
  level,
  actions,
}: PostProps) => {
  const { t } = useTranslation()
  const Title = level === 2 ? 'h2' : 'h3'
  return (
    <article className={classes.post}>
      <div className={classes.when}>
        <Moment at={time} />
      </div>
      <div className={classes.what}>
        <Title className={classes.title}>
          <Link to={`/posts/${id}`} className={classes.link}>
            {title.trim() === '' ? t('home.untitled') : title}
          </Link>
          {isPinned && (
            <>
              {' '}
              <span className={classes.pinned}>{t('home.pinned')}</span>
            </>
          )}
        </Title>
        {summary.trim() !== '' && (
          <div className={classes.summary}>
            {hasMarkup(summary) ? <Markdown source={summary} /> : summary}
          </div>
        )}
        <Origin author={authorName} tags={tags ?? []} />
        {actions}
      </div>
    </article>
  )
}

type OriginProps = { author: string | null; tags: readonly string[] }

const Origin = ({ author, tags }: OriginProps) => {
  const { t } = useTranslation()
  if (author === null && tags.length === 0) return null
  return (
    <div className={classes.origin}>
      {author !== null && <span>{t('home.author', { name: author })}</span>}
      {tags.length > 0 && (
        <ul className={classes.tags} aria-label={t('home.tags')}>
          {[...new Set(tags)].map((tag) => (
            <li key={tag}>
              <Link to={`/posts?tag=${encodeURIComponent(tag)}`}>{`#${tag}`}</Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
