import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../../../ui/icon.tsx'
import classes from './next-steps.module.css'

type Props = {
  /** Account, team, or game; those before are done. */
  current: 0 | 1 | 2
  gamePath: string
}

export const NextSteps = ({ current, gamePath }: Props) => {
  const { t } = useTranslation()
  const steps = [
    [t('home.stepAccount'), '/account/register'],
    [t('home.stepTeam'), '/teams/new'],
    [t('home.stepGame'), gamePath],
  ] as const
  return (
    <section className={classes.steps} aria-labelledby="next-steps">
      <h2 id="next-steps" className={classes.title}>
        {t('home.steps')}
      </h2>
      <ol className={classes.list}>
        {steps.map(([text, to], at) => (
          <li
            key={to}
            className={classes.step}
            data-done={at < current || undefined}
            aria-current={at === current ? 'step' : undefined}
          >
            <span className={classes.mark} aria-hidden="true">
              {at < current ? <Icon name="check" size={14} /> : at + 1}
            </span>
            {at === current ? <Link to={to}>{text}</Link> : text}
          </li>
        ))}
      </ol>
    </section>
  )
}
