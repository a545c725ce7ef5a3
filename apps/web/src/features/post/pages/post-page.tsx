import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useIs } from '../../../api/queries/session.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { usePageName } from '../../../ui/page-name.tsx'
import { postQuery } from '../queries.ts'
import classes from './post-page.module.css'

export const PostPage = () => {
  const { id = '' } = useParams()
  return <Post key={id} id={id} />
}

const Post = ({ id }: { id: string }) => {
  const { t } = useTranslation('play')
  const post = useQuery(postQuery(useApi(), id))
  const mayEdit = useIs('Admin')
  usePageName(post.data?.title)
  return (
    <Loaded
      query={post}
      failed={t('post.failed')}
      action={
        <LinkButton size="small" to="/posts">
          {t('title.posts')}
        </LinkButton>
      }
    >
      {({ title, content, summary, tags, authorName, authorAvatar, time }) => (
        <article className={classes.post} aria-labelledby="post-title">
          <header className={classes.head}>
            <h1 id="post-title" className={classes.title}>
              {title.trim() === '' ? t('home.untitled') : title}
            </h1>
            <div className={classes.origin}>
              {authorName !== null && (
                <span className={classes.author}>
                  <Avatar name={authorName} url={authorAvatar} size={24} />
                  {authorName}
                </span>
              )}
              <Moment at={time} />
              {(tags ?? []).map((tag) => (
                <Link key={tag} to={`/posts?tag=${encodeURIComponent(tag)}`}>{`#${tag}`}</Link>
              ))}
              {mayEdit && (
                <LinkButton size="small" to={`/posts/${id}/edit`}>
                  {t('post.edit')}
                </LinkButton>
              )}
            </div>
          </header>
          <Markdown source={content.trim() === '' ? summary : content} />
          <p>
            <Link to="/posts">{t('post.back')}</Link>
          </p>
        </article>
      )}
    </Loaded>
  )
}
