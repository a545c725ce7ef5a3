import type { TFunction } from 'i18next'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Name } from '../../../ui/name.tsx'
import type { LiveSolve } from '../../../live/live-solve.ts'

const bloods = { 1: 'line.first', 2: 'line.second', 3: 'line.third' } as const

// No name contains them.
const who = '\u0001'
const what = '\u0002'

const textOf = ({ place, isOwn, user }: LiveSolve, t: TFunction<'live'>): string => {
  if (place !== 0) return t(bloods[place], { team: who, challenge: what })
  if (isOwn && user !== undefined) return t('line.ownSolved', { user: who, challenge: what })
  return t('line.solved', { team: who, challenge: what })
}

/** The solver's name is set apart by weight alone. */
export const Sentence = ({ solve }: { solve: LiveSolve }) => {
  const { t } = useTranslation('live')
  const { place, isOwn, user, team, challenge } = solve
  const solver = place === 0 && isOwn && user !== undefined ? user : team
  return textOf(solve, t)
    .split(/([\u0001\u0002])/)
    .map((part, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a sentence never move
      <Fragment key={at}>
        {part === who ? (
          <b>
            <Name>{solver}</Name>
          </b>
        ) : part === what ? (
          <Name>{challenge}</Name>
        ) : (
          part
        )}
      </Fragment>
    ))
}
