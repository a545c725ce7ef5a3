import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { resultsQuery } from '../../../api/queries/results.ts'
import { formatMoment } from '../../../i18n/date.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import band from '../../../ui/band.module.css'
import { Switch } from '../../../ui/switch.tsx'
import { type Board, packBoard } from '../board.ts'
import { BoardSkeleton } from './board-skeleton.tsx'

type Props = {
  game: { id: number }
  /** Of the board that is shown, or null for that of the results. */
  moment: number | null
  /** The board of the results, or null for the one of now. */
  children: (board: Board | null) => ReactNode
}

/** The stored results in place of the board, which goes on changing. */
export const ResultsBoard = ({ game, moment, children }: Props) => {
  const { t } = useTranslation('results')
  const [search] = useSearchParams()
  const [current, setCurrent] = useState(false)
  const wanted = Number.parseInt(search.get('revision') ?? '', 10)
  const query = useQuery(resultsQuery(useApi(), game.id, Number.isNaN(wanted) ? null : wanted))
  const language = useLanguage()
  const results = query.data
  const board = useMemo(() => (results === undefined ? null : packBoard(results.board)), [results])
  const isOlder = results !== undefined && results.revision !== results.revisions[0]?.revision
  return (
    <>
      <section
        className={band.band}
        aria-label={t('results.title')}
        data-news={(moment === null && isOlder) || undefined}
      >
        <p className={band.text}>
          <strong>
            {moment === null
              ? t(current ? 'results.now' : isOlder ? 'results.older' : 'results.final')
              : formatMoment(language, moment)}
          </strong>
          {results !== undefined && !current && moment === null && (
            <span>
              {t('results.revision', { number: results.revision })} ·{' '}
              <time dateTime={new Date(results.time).toISOString()}>
                {formatMoment(language, results.time)}
              </time>
            </span>
          )}
        </p>
        <Switch label={t('results.now')} text={t('results.now')} on={current} onChange={setCurrent} />
      </section>
      {current ? (
        children(null)
      ) : (
        <Loaded query={query} failed={t('results.failed')} waiting={<BoardSkeleton />}>
          {() => board !== null && children(board)}
        </Loaded>
      )}
    </>
  )
}
