import type { DetailedGameInfo } from '@pennant/contract/game'
import type { Reveal } from '@pennant/contract/reveal'
import { hasEnded } from '@pennant/rules/game/phase'
import { revealOf } from '@pennant/rules/reveal/reveal'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { gameQuery } from '../../../api/queries/game.ts'
import { formatMoment } from '../../../i18n/date.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useHasPassed } from '../../../kit/use-now.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { Name } from '../../../ui/name.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { Row } from '../../../ui/row.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { KeyList } from '../components/key-list.tsx'
import { Stage } from '../components/stage.tsx'
import { revealQuery } from '../queries.ts'
import { rehearsal } from '../rehearsal.ts'
import { keepStep, playedStep } from '../stored-step.ts'
import { useLoadedFonts } from '../use-loaded-fonts.ts'
import classes from './reveal-page.module.css'

export const RevealPage = () => {
  const { t } = useTranslation('reveal')
  const id = Number(useParams()['id'])
  const query = useQuery({ ...gameQuery(useApi(), id), enabled: Number.isSafeInteger(id) })
  return (
    <Loaded query={query} failed={t('reveal.failed')}>
      {(game) => <Choose key={game.id} game={game} />}
    </Loaded>
  )
}

const overall = 'overall'
const madeUp = 'rehearsal'

/** What is to be shown is in the address, so that a reload finds it. */
const Choose = ({ game }: { game: DetailedGameInfo }) => {
  const { t } = useTranslation('reveal')
  const { time } = useApi()
  const [search, setSearch] = useSearchParams()
  const play = search.get('play')
  useHasPassed(game.end + 1)
  const isOver = hasEnded(game, time.now())
  const choose = (next: string | null): void => {
    setSearch(next === null ? {} : { play: next }, { replace: true })
  }
  const [wanted, setWanted] = useState(play === null || play === madeUp ? overall : play)
  const divisions = game.divisions ?? []
  return (
    <Stack gap="l">
      <PageHead
        title={
          <>
            {t('reveal.title')} · <Name>{game.title}</Name>
          </>
        }
        lead={t('reveal.lead')}
        actions={<LinkButton to={`/admin/games/${game.id}/results`}>{t('reveal.toResults')}</LinkButton>}
      />
      {!isOver && <p className={classes.text}>{t('reveal.notOver')}</p>}
      <div className={classes.choice}>
        {divisions.length > 0 && (
          <SelectField
            name="division"
            label={t('reveal.of')}
            value={wanted}
            options={[
              { value: overall, label: t('reveal.overall') },
              ...divisions.map((division) => ({ value: String(division.id), label: division.name })),
            ]}
            onChange={setWanted}
          />
        )}
        <Row gap="s">
          {/* Once it is loaded, playing it is what comes next. */}
          <Button
            kind={play === wanted ? 'quiet' : 'primary'}
            disabled={!isOver}
            onClick={() => choose(wanted)}
          >
            {t('reveal.load')}
          </Button>
          <Button onClick={() => choose(madeUp)}>{t('reveal.rehearse')}</Button>
        </Row>
      </div>
      {play === madeUp && <Rehearsal game={game} />}
      {play !== null && play !== madeUp && isOver && (
        <Real key={play} game={game} division={play === overall ? null : Number(play)} />
      )}
      <KeyList />
    </Stack>
  )
}

const Rehearsal = ({ game }: { game: DetailedGameInfo }) => {
  const { t } = useTranslation('reveal')
  const reveal = useMemo(
    () =>
      rehearsal({
        game: t('reveal.madeUp'),
        team: (number) => t('reveal.team', { number }),
        challenge: (number) => t('reveal.challenge', { number }),
      }),
    [t],
  )
  return <Ready reveal={reveal} show={`${game.id} ${madeUp}`} />
}

const Real = ({ game, division }: { game: DetailedGameInfo; division: number | null }) => {
  const { t } = useTranslation('reveal')
  const query = useQuery(revealQuery(useApi(), game.id, division))
  return (
    <Loaded query={query} failed={t('reveal.failed')}>
      {(reveal) => (
        <Ready reveal={reveal} show={`${game.id} ${division ?? overall}`}>
          <p className={classes.text}>{t('reveal.offline')}</p>
          <Warnings reveal={reveal} />
        </Ready>
      )}
    </Loaded>
  )
}

const Warnings = ({ reveal: { waiting, publishedAt, freezeAt } }: { reveal: Reveal }) => {
  const { t } = useTranslation('reveal')
  const language = useLanguage()
  return (
    <>
      {waiting > 0 && <Callout tone="caution" title={t('reveal.warnWaiting', { count: waiting })} />}
      {publishedAt !== null && (
        <Callout
          tone="caution"
          title={t('reveal.warnPublished', { time: formatMoment(language, publishedAt) })}
        />
      )}
      {freezeAt === null && <Callout tone="caution" title={t('reveal.warnNoFreeze')} />}
    </>
  )
}

type ReadyProps = { reveal: Reveal; show: string; children?: ReactNode }

const Ready = ({ reveal, show, children }: ReadyProps) => {
  const { t } = useTranslation('reveal')
  const [kept, setKept] = useState(() => playedStep(show))
  const steps = useMemo(() => revealOf(reveal), [reveal])
  const hasFonts = useLoadedFonts(reveal)
  const keep = (next: typeof kept): void => {
    keepStep(next)
    setKept(next)
  }
  return (
    <section className={classes.ready} aria-label={t('reveal.ready')}>
      {hasFonts && children}
      {reveal.final.length === 0 ? (
        <p className={classes.text}>{t('reveal.noTeams')}</p>
      ) : (
        <Row gap="s">
          <Button kind="primary" pending={!hasFonts} onClick={() => keep({ ...kept, open: true })}>
            {kept.at === 0 ? t('reveal.play') : t('reveal.goOn', { step: Math.min(kept.at, steps.length) })}
          </Button>
          {kept.at > 0 && (
            <Button onClick={() => keep({ show, at: 0, open: true })}>{t('reveal.restart')}</Button>
          )}
        </Row>
      )}
      {kept.open && hasFonts && (
        <Stage
          reveal={reveal}
          steps={steps}
          at={kept.at}
          onAt={(at) => keepStep({ show, at, open: true })}
          onClose={() => keep({ ...playedStep(show), open: false })}
        />
      )}
    </section>
  )
}
