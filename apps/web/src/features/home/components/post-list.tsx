import type { PostInfo } from '@pennant/contract/post'
import { useTranslation } from 'react-i18next'
import { Moment } from '../../../i18n/moment.tsx'
import { Swallowtail } from '../../../ui/swallowtail.tsx'
import classes from './post-list.module.css'

type Props = { posts: readonly PostInfo[] }

/** Posts along a halyard; a pinned one flies a pennant. */
export const PostList = ({ posts }: Props) => {
  const { t } = useTranslation()
  if (posts.length === 0) return <p className={classes.none}>{t('home.noPosts')}</p>
  return (
    <ol className={classes.list}>
      {posts.map((post) => (
        <li key={post.id} className={classes.item} data-pinned={post.isPinned || undefined}>
          <Post post={post} />
        </li>
      ))}
    </ol>
  )
}

const Post = ({ post: { title, summary, isPinned, tags, authorName, time } }: { post: PostInfo }) => {
  const { t } = useTranslation()
  return (
    <article className={classes.post}>
      <div className={classes.when}>
        <Moment at={time} />
      </div>
      <div className={classes.what}>
        <h3 className={classes.title}>
          {title.trim() === '' ? t('home.untitled') : title}
          {isPinned && (
            <>
              {' '}
              <Swallowtail>{t('home.pinned')}</Swallowtail>
            </>
          )}
        </h3>
        {summary.trim() !== '' && <p className={classes.summary}>{summary}</p>}
        <Origin author={authorName} tags={tags ?? []} />
      </div>
    </article>
  )
}

const Origin = ({ author, tags }: { author: string | null; tags: readonly string[] }) => {
  const { t } = useTranslation()
  if (author === null && tags.length === 0) return null
  return (
    <div className={classes.origin}>
      {author !== null && <span>{t('home.author', { name: author })}</span>}
      {tags.length > 0 && (
        <ul className={classes.tags} aria-label={t('home.tags')}>
          {[...new Set(tags)].map((tag) => (
            <li key={tag}>{`#${tag}`}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
