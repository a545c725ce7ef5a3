import { memo, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type To } from 'react-router'
import { CategorySign } from '../../../theme/category.tsx'
import { BloodMark } from '../../../ui/blood-mark.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Name } from '../../../ui/name.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import type { ListedChallenge } from '../challenge-list.ts'
import classes from './challenge-card.module.css'
import { CardLevel } from './parts.ts'

type Props = {
  challenge: ListedChallenge
  team: number
  isNew: boolean
  isOpen: boolean
  /** A heading above says it. */
  categoryShown: boolean
  to: To
  /** `to` may lag behind the address. */
  onOpen: () => void
}

const ranks = [1, 2, 3] as const

export const ChallengeCard = ({ isOpen, to, onOpen, ...content }: Props) => {
  const { id, category, ours, later, closed } = content.challenge
  return (
    <Link
      className={classes.card}
      to={to}
      preventScrollReset
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        onOpen()
      }}
      aria-current={isOpen || undefined}
      data-category={category}
      data-ours={ours || undefined}
      data-later={later || undefined}
      data-closed={closed || undefined}
      data-challenge={id}
    >
      <Content {...content} />
    </Link>
  )
}

type ContentProps = Pick<Props, 'challenge' | 'team' | 'isNew' | 'categoryShown'>

/** A link is drawn anew with each change of the address, and a list has a hundred. */
const Content = memo(({ challenge, team, isNew, categoryShown }: ContentProps) => {
  const { t } = useTranslation('play')
  const { title, category, score, solved, bloods, ours, later, closed } = challenge
  const first = bloods.find((blood) => blood.id === team)
  return (
    <>
      <strong className={classes.title}>
        <Name>{title}</Name>
      </strong>
      <span className={classes.points}>
        <span aria-hidden="true">{score}</span>
        {/* Without commas, screen readers would run the parts together. */}
        <VisuallyHidden>{`, ${t('challenge.points', { count: score })}, `}</VisuallyHidden>
      </span>
      <span className={classes.facts}>
        {!categoryShown && (
          <span className={classes.category}>
            <CategorySign category={category} size={14} />
            {category}
          </span>
        )}
        <span className={classes.solves}>
          {t('challenge.solves', { count: solved })}
          <span className={classes.bloods} aria-hidden="true">
            {ranks.slice(0, bloods.length).map((rank) => (
              <BloodMark key={rank} rank={rank} size={14} />
            ))}
          </span>
        </span>
        {/* Beside the state of a solved one there is no room for it. */}
        {!ours && challenge.level !== undefined && (
          <Suspense>
            <CardLevel level={challenge.level} />
          </Suspense>
        )}
      </span>
      {(ours || closed || isNew) && <VisuallyHidden>, </VisuallyHidden>}
      {ours && (
        <span className={classes.state}>
          <Icon name="check" size={14} />
          <span className={classes.word}>
            {first === undefined ? t('challenge.solved') : t(`blood.${placeOf(bloods.indexOf(first))}`)}
          </span>
        </span>
      )}
      {!ours && closed && (
        <span className={classes.state}>
          <Icon name="clock" size={14} />
          <span className={classes.word}>{t('challenge.closed')}</span>
        </span>
      )}
      {!ours && !closed && isNew && <span className={classes.state}>{t('challenge.new')}</span>}
      {later && <span className={classes.later}>{t('freeze.later')}</span>}
    </>
  )
})
Content.displayName = 'Content'

const placeOf = (index: number): 'first' | 'second' | 'third' =>
  (['first', 'second', 'third'] as const)[index] ?? 'third'
