import type { PostInfo } from '@pennant/contract/post'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { useIs } from '../../../api/queries/session.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Row } from '../../../ui/row.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { PostActions } from '../components/post-actions.tsx'
import { PostList } from '../components/post-list.tsx'
import { postsQuery } from '../queries.ts'

const pageSize = 10

export const PostsPage = () => {
  const { t } = useTranslation('play')
  const posts = useQuery(postsQuery(useApi()))
  const mayWrite = useIs('Admin')
  const [search, setSearch] = useSearchParams()
  const text = search.get('q') ?? ''
  const tag = search.get('tag')

  const set = (name: string, value: string): void =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old)
        if (name !== 'page') next.delete('page')
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: name !== 'page' },
    )
  return (
    <>
      <PageHead
        title={t('title.posts')}
        actions={
          mayWrite && (
            <LinkButton kind="primary" to="/posts/new/edit">
              {t('posts.new')}
            </LinkButton>
          )
        }
      />
      <Row gap="m" below="xl">
        <SearchBox
          label={t('posts.search')}
          clear={t('common.clear')}
          value={text}
          onChange={(value) => set('q', value)}
        />
        {tag !== null && (
          <Button size="small" onClick={() => set('tag', '')}>
            {t('posts.tagged', { tag })}
          </Button>
        )}
      </Row>
      <Loaded query={posts} failed={t('home.postsFailed')}>
        {(all) => {
          const found = all.filter((post) => matches(post, text, tag))
          const pages = Math.max(1, Math.ceil(found.length / pageSize))
          const page = Math.min(pages, Math.max(1, Number(search.get('page')) || 1))
          if (all.length > 0 && found.length === 0)
            return (
              <EmptyState icon="search" title={t('posts.noneFound')}>
                <Button onClick={() => setSearch({}, { replace: true })}>{t('posts.showAll')}</Button>
              </EmptyState>
            )
          return (
            <>
              <PostList
                level={2}
                posts={found.slice((page - 1) * pageSize, page * pageSize)}
                {...(mayWrite ? { Actions: PostActions } : {})}
              />
              <Pager
                page={page}
                pages={pages}
                labels={{
                  label: t('pager.label'),
                  previous: t('pager.previous'),
                  next: t('pager.next'),
                  place: t('pager.place', { page, pages }),
                }}
                onPage={(to) => set('page', to === 1 ? '' : String(to))}
              />
            </>
          )
        }}
      </Loaded>
    </>
  )
}

const matches = (
  { title, summary, tags, authorName }: PostInfo,
  text: string,
  tag: string | null,
): boolean => {
  if (tag !== null && tags?.includes(tag) !== true) return false
  const searched = [title, summary, authorName ?? '', ...(tags ?? [])].join('\n').toLocaleLowerCase()
  return text
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word))
}
