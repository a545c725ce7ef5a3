import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { useAddress } from '../../../kit/use-address.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { CheatCase } from '../cheat-case.ts'
import { pairTracesQuery } from '../queries.ts'
import { linesIn } from '../trace-line.ts'
import { AnswerText } from './answer-text.tsx'
import classes from './case-view.module.css'
import { SuspectPanel } from './suspect-panel.tsx'
import { TraceList } from './trace-list.tsx'
import { Name } from '../../../ui/name.tsx'

export const CaseView = ({ game, found }: { game: number; found: CheatCase }) => {
  const { t } = useTranslation('monitor')
  const { supported } = useApi().extensions
  const [one, other] = found.teams
  return (
    <>
      <Link to="?" className={classes.back}>
        <Icon name="left" />
        {t('cheats.back')}
      </Link>
      <div className={classes.teams}>
        <SuspectPanel game={game} suspect={one} side={0} />
        <SuspectPanel game={game} suspect={other} side={1} />
      </div>
      <section aria-labelledby="incidents">
        <h3 id="incidents" className={classes.heading}>
          {t('cheats.incidents', { count: found.incidents.length })}
        </h3>
        <ul className={classes.incidents}>
          {found.incidents.map(
            ({ ownedTeam, submitTeam, submission: { time, user, challenge, answer } }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two may be alike in everything
              <li key={index} className={classes.incident}>
                <span>
                  {t('cheats.sentence', {
                    sender: submitTeam.team.name,
                    owner: ownedTeam.team.name,
                    challenge,
                  })}
                </span>
                <AnswerText text={answer} />
                <span className={classes.when}>
                  <Name>{user}</Name> <Moment at={time} seconds />
                </span>
              </li>
            ),
          )}
        </ul>
      </section>
      {supported && <Timeline game={game} found={found} />}
    </>
  )
}

const Timeline = ({ game, found }: { game: number; found: CheatCase }) => {
  const { t } = useTranslation('monitor')
  const { t: staff } = useTranslation('staff')
  const api = useApi()
  const { get, set } = useAddress()
  const query = useQuery(pairTracesQuery(api, game, [found.teams[0].id, found.teams[1].id]))
  const [first = null] = found.challenges
  const asked = get('challenge')
  const challenge = asked === 'all' ? null : (found.challenges.find((title) => title === asked) ?? first)
  return (
    <section className={classes.timeline} aria-labelledby="timeline">
      <h3 id="timeline" className={classes.heading}>
        {t('cheats.timeline')}
      </h3>
      <div className={classes.filter}>
        <SelectField
          name="challenge"
          label={t('watch.challenge')}
          value={challenge ?? 'all'}
          options={[
            ...found.challenges.map((title) => ({ value: title, label: title })),
            { value: 'all', label: staff('all') },
          ]}
          onChange={(value) => set({ challenge: value })}
        />
      </div>
      <Loaded query={query} failed={t('watch.traces.failed')}>
        {(both) => {
          const sources = found.teams.map(({ id }, index) => ({ id, traces: both[index] ?? [] }))
          const lines = linesIn(sources, found.incidents, challenge)
          const nameOf = (id: number): { side: 0 | 1; name: string } =>
            found.teams[0].id === id
              ? { side: 0, name: found.teams[0].name }
              : { side: 1, name: found.teams[1].name }
          return lines.length === 0 ? (
            <EmptyState icon="eye" title={t('watch.traces.none')} />
          ) : (
            <TraceList
              label={t('cheats.timeline')}
              lines={lines.map((line) => ({ ...line, by: nameOf(line.by) }))}
            />
          )
        }}
      </Loaded>
    </section>
  )
}
