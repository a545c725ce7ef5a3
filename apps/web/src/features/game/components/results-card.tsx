import type { DetailedGameInfo } from '@pennant/contract/game'
import type { Results } from '@pennant/contract/results'
import type { Scoreboard, ScoreboardItem } from '@pennant/contract/scoreboard'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { ownGamesQuery } from '../../../api/queries/own-games.ts'
import { resultsQuery } from '../../../api/queries/results.ts'
import { ownTeamsQuery, useProfile } from '../../../api/queries/session.ts'
import { formatMoment } from '../../../i18n/date.ts'
import { useNumber } from '../../../i18n/number.ts'
import { useLanguage, withTexts } from '../../../i18n/start.ts'
import { fetchAhead } from '../../../kit/fetch-ahead.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useHasPassed } from '../../../kit/use-now.ts'
import { announce } from '../../../ui/announce.ts'
import { BloodMark } from '../../../ui/blood-mark.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Name } from '../../../ui/name.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { pointsOverTime, stepsOf } from '../points-over-time.ts'
import { rankedWith } from '../ranked.ts'
import classes from './results-card.module.css'

const toWriteup = () => withTexts('team', import('../../../kit/writeup-dialog.tsx'))
const WriteupDialog = lazy(async () => ({ default: (await toWriteup()).WriteupDialog }))
const comeNear = (): void => fetchAhead(toWriteup)

type Props = { game: DetailedGameInfo }

export const ResultsCard = ({ game }: Props) => {
  const { t } = useTranslation('results')
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {t('results.title')}
      </h2>
      {game.resultsAt === undefined ? <Pending game={game} /> : <Published game={game} />}
    </section>
  )
}

const Pending = ({ game }: Props) => {
  const { t } = useTranslation('results')
  const write = useNumber()
  const { data } = useQuery({ ...ownGamesQuery(useApi()), enabled: useProfile() != null })
  const own = data?.find(({ id, joined }) => id === game.id && joined)
  return (
    <>
      <p className={classes.lead}>{t('results.pending')}</p>
      {own !== undefined && (
        <Figures
          figures={[
            [t('results.points'), write(own.score)],
            [t('results.solved'), `${write(own.solved)}/${write(own.challengeCount)}`],
          ]}
        />
      )}
      {own !== undefined && <p className={classes.small}>{t('results.pendingPoints')}</p>}
      <div className={classes.ways}>
        <Writeup game={game} />
      </div>
    </>
  )
}

const Published = ({ game }: Props) => {
  const { t } = useTranslation('results')
  const query = useQuery(resultsQuery(useApi(), game.id, null))
  return (
    <Loaded query={query} failed={t('results.failed')}>
      {(results) => <Shown game={game} results={results} />}
    </Loaded>
  )
}

const Shown = ({ game, results }: Props & { results: Results }) => {
  const { t } = useTranslation('results')
  const language = useLanguage()
  const own = useOwnLine(game, results.board)
  const base = `/games/${game.id}`
  return (
    <>
      {own === null ? <Top board={results.board} /> : <Own game={game} board={results.board} own={own} />}
      {results.note !== '' && (
        <p className={classes.note}>
          <bdi>{results.note}</bdi>
        </p>
      )}
      <div className={classes.ways}>
        <LinkButton kind="primary" to={`${base}/scoreboard`}>
          {t('results.scoreboard')}
        </LinkButton>
        {game.practiceMode && game.status === 'Accepted' && (
          <LinkButton to={`${base}/challenges`}>{t('results.practice')}</LinkButton>
        )}
        <Writeup game={game} />
        <Share game={game} board={results.board} own={own} />
      </div>
      <p className={classes.small}>
        {t('results.published', { time: formatMoment(language, results.publishedAt) })} ·{' '}
        {t('results.revision', { number: results.revision })}
      </p>
      {results.revisions.length > 1 && <Revisions base={base} results={results} />}
    </>
  )
}

/** Where a team submits it once its challenges are closed. */
const Writeup = ({ game: { id, status, writeupDeadline } }: Props) => {
  const { t } = useTranslation('results')
  const language = useLanguage()
  const [open, setOpen] = useState(false)
  const isLate = useHasPassed(writeupDeadline === undefined ? null : writeupDeadline + 1)
  if (writeupDeadline === undefined || status !== 'Accepted') return null
  return (
    <>
      {!isLate && (
        <Stack gap="xs" onPointerEnter={comeNear} onFocus={comeNear}>
          <Button onClick={() => setOpen(true)}>
            {t('results.writeup', { time: formatMoment(language, writeupDeadline) })}
          </Button>
        </Stack>
      )}
      {open && (
        <Suspense>
          <WriteupDialog game={id} deadline={writeupDeadline} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const Share = ({ game, board, own }: Omit<Standing, 'own'> & { own: ScoreboardItem | null }) => {
  const { t } = useTranslation('results')
  const { t: play } = useTranslation('play')
  const write = useNumber()
  const [outcome, setOutcome] = useState<'common.copied' | 'common.copyFailed' | null>(null)
  const share = async (): Promise<void> => {
    const url = new URL(`/games/${game.id}/scoreboard`, location.origin).href
    const total = own === null ? '' : write(rankedWith(board.items, own).overall)
    const place =
      own === null || own.rank === 0 ? [] : [t('results.place', { count: own.rank, ordinal: true, total })]
    const data = { title: game.title, text: [game.title, ...place].join(': '), url }
    // Not every browser can, and it needs HTTPS.
    if (typeof navigator.canShare === 'function' && navigator.canShare(data)) {
      // Refused also if the visitor closes the dialog of the system.
      await navigator.share(data).catch(() => undefined)
      return
    }
    const said = (await copyText(url)) ? 'common.copied' : 'common.copyFailed'
    setOutcome(said)
    announce(play(said))
  }
  return (
    <Button icon={<Icon name="link" />} onClick={() => void share()}>
      {outcome === null ? t('results.share') : play(outcome)}
    </Button>
  )
}

const Revisions = ({ base, results }: { base: string; results: Results }) => {
  const { t } = useTranslation('results')
  const language = useLanguage()
  return (
    <details className={classes.small}>
      <summary>{t('results.revisions')}</summary>
      <ul className={classes.revisions}>
        {results.revisions.map(({ revision, time, reason }) => (
          <li key={revision}>
            <Link to={`${base}/scoreboard?revision=${revision}`}>
              {t('results.revision', { number: revision })}
            </Link>{' '}
            {formatMoment(language, time)} <bdi>{reason}</bdi>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Names may repeat, so only the visitor's own teams count. */
const useOwnLine = (game: DetailedGameInfo, { items }: Scoreboard): ScoreboardItem | null => {
  const plays = useProfile() != null && game.status === 'Accepted'
  const { data: teams } = useQuery({ ...ownTeamsQuery(useApi()), enabled: plays })
  const ids = new Set(plays ? teams?.map(({ id }) => id) : [])
  const found = items.filter(({ id }) => ids.has(id))
  return found.find(({ name }) => name === game.teamName) ?? found[0] ?? null
}

type Standing = { game: DetailedGameInfo; board: Scoreboard; own: ScoreboardItem }

const Own = ({ game, board, own }: Standing) => {
  const { t } = useTranslation('results')
  const write = useNumber()
  const ranked = rankedWith(board.items, own)
  const division = board.divisions.find(({ id }) => id === own.divisionId)
  return (
    <>
      <p className={classes.place}>
        {own.rank === 0
          ? t('results.unranked')
          : t('results.place', { count: own.rank, ordinal: true, total: write(ranked.overall) })}
      </p>
      {division !== undefined && own.divisionRank !== null && own.divisionRank > 0 && (
        <p className={classes.lead}>
          {t('results.placeIn', {
            ...{ count: own.divisionRank, ordinal: true },
            ...{ total: write(ranked.division), division: division.name },
          })}
        </p>
      )}
      <Figures
        figures={[
          [t('results.points'), write(own.score)],
          [t('results.solved'), `${write(own.solvedCount)}/${write(board.challengeCount)}`],
        ]}
      >
        <Bloods own={own} />
      </Figures>
      <Chart game={game} own={own} />
    </>
  )
}

const bloodTypes = ['FirstBlood', 'SecondBlood', 'ThirdBlood'] as const
const ranks = { FirstBlood: 1, SecondBlood: 2, ThirdBlood: 3 } as const

const Bloods = ({ own }: { own: ScoreboardItem }) => {
  const { t } = useTranslation('results')
  const bloods = bloodTypes.flatMap((type) => own.solvedChallenges.filter((solve) => solve.type === type))
  if (bloods.length === 0) return null
  const [first, second, third] = bloodTypes.map((type) => bloods.filter((one) => one.type === type).length)
  return (
    <div>
      <dt>{t('results.bloods')}</dt>
      <dd className={classes.bloods}>
        <VisuallyHidden>{t('results.bloodsText', { first, second, third })}</VisuallyHidden>
        {bloods.map(({ id, type }) => (
          <BloodMark key={id} rank={type === 'Normal' || type === 'Unaccepted' ? 0 : ranks[type]} size={22} />
        ))}
      </dd>
    </div>
  )
}

const width = 640
const height = 96

const Chart = ({ game, own }: Omit<Standing, 'board'>) => {
  const { t } = useTranslation('results')
  const points = pointsOverTime(own, game)
  if (points.length < 2) return null
  return (
    <svg
      className={classes.chart}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('results.chart')}
    >
      <path d={stepsOf(points, { ...game, width, height })} />
    </svg>
  )
}

const most = 3

const Top = ({ board }: { board: Scoreboard }) => {
  const { t } = useTranslation('results')
  const write = useNumber()
  const id = useId()
  const best = board.items.filter(({ rank }) => rank > 0).slice(0, most)
  if (best.length === 0) return null
  return (
    <>
      <h3 id={id} className={classes.heading}>
        {t('results.top')}
      </h3>
      <ol className={classes.top} aria-labelledby={id}>
        {best.map(({ id: team, rank, name, score }) => (
          <li key={team} data-rank={rank}>
            <span className={classes.rank}>{write(rank)}</span>
            <span className={classes.name}>
              <Name>{name}</Name>
            </span>
            <span className={classes.points}>{write(score)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}

type FiguresProps = { figures: readonly (readonly [string, string])[]; children?: ReactNode }

const Figures = ({ figures, children }: FiguresProps) => (
  <dl className={classes.figures}>
    {figures.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <bdi dir="ltr">{value}</bdi>
        </dd>
      </div>
    ))}
    {children}
  </dl>
)
