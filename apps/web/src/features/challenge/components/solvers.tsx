import type { SolveInfo } from '@pennant/contract/scoreboard'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { formatDuration } from '../../../i18n/duration.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { BloodMark } from '../../../ui/blood-mark.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/fields.tsx'
import { Name } from '../../../ui/name.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { mostSolves, solvesQuery } from '../solves.ts'
import classes from './solvers.module.css'

type Props = {
  game: { id: number; start: number }
  challenge: number
  solved: number
  team: number
  /** That of the own team, if the game has several. */
  division: { id: number; name: string } | null
}

const solversId = 'solvers'

export const Solvers = ({ division, ...rest }: Props) => {
  const { t } = useTranslation('solve')
  const heading = useRef<HTMLHeadingElement>(null)
  const [pages, setPages] = useState(1)
  const [ownOnly, setOwnOnly] = useState(false)
  const only = ownOnly ? (division?.id ?? null) : null
  const { game, challenge, solved } = rest
  const skip = (pages - 1) * mostSolves
  const last = useQuery(solvesQuery(useApi(), { game: game.id, challenge, solved, skip }))

  useLayoutEffect(() => heading.current?.focus(), [])

  return (
    <section id={solversId} aria-labelledby={`${solversId}-title`} className={classes.solvers}>
      <h3 ref={heading} id={`${solversId}-title`} className={classes.heading} tabIndex={-1}>
        {t('solvers.title')}
      </h3>
      {division !== null && (
        <CheckField
          name="ownDivision"
          label={t('solvers.only', { division: division.name })}
          checked={ownOnly}
          onChange={setOwnOnly}
        />
      )}
      {Array.from({ length: pages }, (_, page) => page * mostSolves).map((from) => (
        <Page key={from} {...rest} skip={from} only={only} />
      ))}
      {last.data?.length === mostSolves && (
        <Button size="small" onClick={() => setPages(pages + 1)}>
          {t('solvers.more')}
        </Button>
      )}
    </section>
  )
}

type PageProps = Omit<Props, 'division'> & { skip: number; only: number | null }

const Page = ({ game, challenge, solved, team, skip, only }: PageProps) => {
  const { t } = useTranslation('solve')
  const query = useQuery(solvesQuery(useApi(), { game: game.id, challenge, solved, skip }))
  return (
    <Loaded query={query} failed={t('solvers.failed')}>
      {(solves) => {
        const shown = solves
          .map((solve, at) => ({ solve, place: skip + at + 1 }))
          .filter(({ solve }) => only === null || solve.divisionId === only)
        return shown.length === 0 ? (
          <p className={classes.none}>{t('solvers.none')}</p>
        ) : (
          <ol className={classes.list}>
            {shown.map(({ solve, place }) => (
              <Solver
                key={solve.teamId}
                solve={solve}
                place={place}
                isOwn={solve.teamId === team}
                start={game.start}
              />
            ))}
          </ol>
        )
      }}
    </Loaded>
  )
}

type SolverProps = { solve: SolveInfo; place: number; isOwn: boolean; start: number }

const bloods = { 1: 'blood.first', 2: 'blood.second', 3: 'blood.third' } as const

const Solver = ({ solve, place, isOwn, start }: SolverProps) => {
  const { t } = useTranslation('solve')
  const language = useLanguage()
  const blood = solve.place === 1 || solve.place === 2 || solve.place === 3 ? solve.place : 0
  return (
    <li className={classes.item} data-own={isOwn || undefined}>
      <span className={classes.place}>{place}</span>
      <BloodMark rank={blood} size={16} />
      {blood !== 0 && <VisuallyHidden>{t(bloods[blood])}</VisuallyHidden>}
      <Name className={classes.team}>{solve.team}</Name>
      <span className={classes.time}>{formatDuration(language, solve.time - start)}</span>
    </li>
  )
}
