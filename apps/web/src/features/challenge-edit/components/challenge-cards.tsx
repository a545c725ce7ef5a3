import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../../ui/button.tsx'
import { Tinted } from '../../../theme/category.tsx'
import { useLevelText } from '../level-text.ts'
import classes from './challenge-cards.module.css'
import { ChallengeLabels, ChallengePoints, ChallengeState, ChallengeTitle } from './challenge-row.tsx'
import type { ListProps } from './list-props.ts'
import { MoveControls } from './move-controls.tsx'

export const ChallengeCards = (props: ListProps) => {
  const { game, challenges, movable, chosen, onChoose } = props
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const levelText = useLevelText()

  const choose = (id: number, on: boolean): void => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    onChoose(next)
  }
  return (
    <ul className={classes.cards} aria-label={t('challenges.list')}>
      {challenges.map((challenge, index) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move it
        <li key={challenge.id} data-row={index} className={classes.place} tabIndex={movable ? 0 : undefined}>
          <Tinted category={challenge.category}>
            <article className={classes.card} data-off={!challenge.isEnabled || undefined}>
              <div className={classes.head}>
                <input
                  type="checkbox"
                  className={classes.box}
                  aria-label={staff('chooseOne', { name: challenge.title })}
                  checked={chosen.has(challenge.id)}
                  onChange={({ currentTarget }) => choose(challenge.id, currentTarget.checked)}
                />
                <h2 className={classes.title}>
                  <ChallengeTitle game={game} challenge={challenge} />
                </h2>
                <ChallengePoints challenge={challenge} />
              </div>
              <p className={classes.kind}>
                {challenge.category} · {t(`challenge.type.${challenge.type}`)}
                {challenge.level !== undefined && ` · ${levelText(challenge.level)}`}
              </p>
              {(challenge.tags ?? challenge.authors) !== undefined && (
                <ChallengeLabels challenge={challenge} />
              )}
              <ChallengeState
                challenge={challenge}
                pending={props.isPending(challenge.id)}
                onEnable={(on) => props.onEnable(challenge, on)}
              />
              <div className={classes.foot}>
                {movable && (
                  <MoveControls
                    title={challenge.title}
                    onMove={(by) => props.onMove(challenge.id, by)}
                    onGrip={(event) => props.onGrip(index, event)}
                  />
                )}
                <LinkButton size="small" to={`/admin/games/${game}/challenges/${challenge.id}/flags`}>
                  {t('challenges.flags')}
                </LinkButton>
              </div>
            </article>
          </Tinted>
        </li>
      ))}
    </ul>
  )
}
