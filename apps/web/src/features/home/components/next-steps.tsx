import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../../../ui/icon.tsx'
import classes from './next-steps.module.css'

type Props = {
  account: boolean
  team: boolean
  game: boolean
  loginPath: string
}

export const NextSteps = ({ account, team, game, loginPath }: Props) => {
  const { t } = useTranslation()
  if (account && team && game) return null
  const steps = [
    { done: account, text: t('home.stepAccount'), to: `/account/register${loginPath.replace(/^[^?]*/, '')}` },
    { done: team, text: t('home.stepTeam'), to: '/teams' },
    { done: game, text: t('home.stepGame'), to: '/games' },
  ]
  const current = steps.findIndex(({ done }) => !done)
  return (
    <section className={classes.steps} aria-labelledby="next-steps">
      <h2 id="next-steps" className={classes.title}>
        {t('home.steps')}
      </h2>
      <ol className={classes.list}>
        {steps.map(({ done, text, to }, at) => (
          <li
            key={to}
            className={classes.step}
            data-done={done || undefined}
            aria-current={at === current ? 'step' : undefined}
          >
            <span className={classes.mark} aria-hidden="true">
              {done ? <Icon name="check" size={14} /> : at + 1}
            </span>
            {at === current ? <Link to={to}>{text}</Link> : <span>{text}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
