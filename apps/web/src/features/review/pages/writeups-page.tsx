import type { GameInfo } from '@pennant/contract/game'
import { downloadWriteups, type WriteupInfo, type WriteupInfoModel } from '@pennant/contract/writeup'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useAddress } from '../../../kit/use-address.ts'
import { useDownload } from '../../../kit/use-download.ts'
import { useGameToEdit } from '../../../kit/use-layout-game.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PanelBoundary } from '../../../ui/panel-boundary.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { isTyping } from '../../../ui/typing.ts'
import { DeleteWriteups } from '../components/delete-writeups.tsx'
import { WriteupList } from '../components/writeup-list.tsx'
import { writeupsQuery } from '../queries.ts'
import { useReadMarks } from '../use-read-marks.ts'
import { markOf, neighborsOf, writeupsShown } from '../writeup-list.ts'
import classes from './pages.module.css'
import { Name } from '../../../ui/name.tsx'

const PdfView = lazy(async () => ({ default: (await import('../components/pdf-view.tsx')).PdfView }))

export const WriteupsPage = () => {
  const { data: game } = useGameToEdit()
  const { t } = useTranslation('organise')
  const query = useQuery(writeupsQuery(useApi(), game.id))
  return (
    <section className={classes.page} aria-labelledby="writeups">
      <h2 id="writeups" className={classes.title}>
        {t('writeups.title')}
      </h2>
      <Loaded query={query} failed={t('writeups.failed')}>
        {(data) =>
          data.writeups.length === 0 ? (
            <EmptyState
              icon="book"
              title={t('writeups.none')}
              text={game.writeupRequired ? t('writeups.noneHint') : t('writeups.notWanted')}
            >
              {!game.writeupRequired && (
                <Link to={`/admin/games/${game.id}/info`}>{t('writeups.toInfo')}</Link>
              )}
            </EmptyState>
          ) : (
            <Writeups game={game} {...data} />
          )
        }
      </Loaded>
    </section>
  )
}

const Writeups = ({ game, writeups, divisions }: { game: GameInfo } & WriteupInfoModel) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const { get, set, turn } = useAddress()
  const { read, mark } = useReadMarks(game.id)
  const download = useDownload()
  const [deleting, setDeleting] = useState(false)
  const division = get('division')
  const view = {
    text: get('q'),
    division: division === 'none' ? ('none' as const) : /^\d{1,9}$/.test(division) ? Number(division) : null,
    unread: get('unread') === '1',
  }
  const opened = writeups.find(({ id }) => String(id) === get('open')) ?? null
  const shown = writeupsShown(writeups, view, read)
  const { previous, next } = neighborsOf(shown, opened?.id ?? null)
  const go = (to: WriteupInfo | null): void => {
    if (to === null) return
    if (opened === null) set({ open: to.id }, true)
    else turn({ open: to.id })
  }
  const openedMark = opened === null ? null : markOf(opened)
  useEffect(() => {
    if (openedMark !== null) mark(openedMark, true)
  }, [openedMark, mark])
  useKeys({ j: () => go(next), k: () => go(previous) })

  return (
    <>
      <div className={classes.head}>
        <span>
          {t('writeups.count', {
            count: writeups.length,
            unread: writeups.filter((one) => !read.has(markOf(one))).length,
          })}
        </span>
        {download.pending ? (
          <>
            <ProgressBar label={staff('common.download.started')} share={download.share} />
            <Button onClick={download.cancel}>{staff('cancel')}</Button>
          </>
        ) : (
          <Button
            icon={<Icon name="download" />}
            onClick={() =>
              void download.start(downloadWriteups, {
                params: { id: game.id },
                name: `writeups-${game.id}.tar.gz`,
              })
            }
          >
            {t('writeups.downloadAll')}
          </Button>
        )}
        <Button kind="danger" icon={<Icon name="trash" />} onClick={() => setDeleting(true)}>
          {t('writeups.deleteAll')}
        </Button>
      </div>
      <div className={classes.both} data-open={opened !== null || undefined}>
        <WriteupList
          shown={shown}
          total={writeups.length}
          view={view}
          divisions={divisions}
          read={read}
          opened={opened?.id ?? null}
          onMark={mark}
        />
        <div className={classes.reader}>
          {opened === null ? (
            <EmptyState icon="book" title={t('writeups.choose')} text={t('writeups.keys')} />
          ) : (
            <Reader key={markOf(opened)} writeup={opened} previous={previous} next={next} onGo={go} />
          )}
        </div>
      </div>
      {deleting && <DeleteWriteups game={game} count={writeups.length} onClose={() => setDeleting(false)} />}
    </>
  )
}

type ReaderProps = {
  writeup: WriteupInfo
  previous: WriteupInfo | null
  next: WriteupInfo | null
  onGo: (to: WriteupInfo | null) => void
}

const Reader = ({ writeup, previous, next, onGo }: ReaderProps) => {
  const { t } = useTranslation('organise')
  const { get } = useAddress()
  const back = new URLSearchParams(
    ['q', 'division', 'unread'].flatMap((name) => (get(name) === '' ? [] : [[name, get(name)]])),
  )
  const renderBroken = (retry: () => void): ReactNode => (
    <Callout tone="danger" title={t('writeups.broken')} alert>
      <p>{t('writeups.brokenHint')}</p>
      <Button size="small" onClick={retry}>
        {t('common.retry')}
      </Button>
    </Callout>
  )
  return (
    <>
      <div className={classes.line}>
        <Link to={`?${back}`} className={classes.back}>
          <Icon name="left" />
          {t('writeups.back')}
        </Link>
        <h3 className={classes.team}>
          <Name>{writeup.team.name}</Name>
        </h3>
        <Button
          size="small"
          disabled={previous === null}
          icon={<Icon name="left" />}
          onClick={() => onGo(previous)}
        >
          {t('writeups.previous')}
        </Button>
        <Button size="small" disabled={next === null} icon={<Icon name="right" />} onClick={() => onGo(next)}>
          {t('writeups.next')}
        </Button>
        <a className={classes.file} href={writeup.url} download>
          <Icon name="download" />
          {t('writeups.download')}
        </a>
      </div>
      <PanelBoundary fallback={renderBroken}>
        <Suspense fallback={<Skeleton label={t('common.loading')} lines={12} />}>
          <PdfView url={writeup.url} name={writeup.team.name} />
        </Suspense>
      </PanelBoundary>
    </>
  )
}

const useKeys = (keys: Readonly<Record<string, () => void>>): void => {
  // Before the next key, or it would be about what was shown before.
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('dialog[open]') === null) keys[event.key]?.()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  })
}
