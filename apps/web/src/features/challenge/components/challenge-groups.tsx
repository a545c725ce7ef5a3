import { useId } from 'react'
import type { CategoryTally, ListedChallenge } from '../challenge-list.ts'
import { CategoryHead } from './category-head.tsx'
import { ChallengeCard } from './challenge-card.tsx'
import classes from './challenge-groups.module.css'

type CardsProps = {
  challenges: readonly ListedChallenge[]
  lines: boolean
  team: number
  isNew: (id: number) => boolean
  open: number | null
  addressOf: (id: number) => string
  onOpen: (id: number) => void
}

/** A block for each category, in columns; longer ones may go on in the next column. */
const longestWhole = 8

export const CategoryBlocks = ({
  tallies,
  challenges,
  ...cards
}: CardsProps & { tallies: readonly CategoryTally[] }) => {
  const id = useId()
  return (
    <div className={classes.blocks}>
      {tallies.map((tally) => {
        const shown = challenges.filter(({ category }) => category === tally.category)
        const headId = `${id}-${tally.category}`
        return (
          shown.length > 0 && (
            <div
              key={tally.category}
              className={classes.block}
              data-category={tally.category}
              data-long={shown.length > longestWhole || undefined}
            >
              <CategoryHead {...tally} id={headId} />
              <ChallengeCards {...cards} challenges={shown} headedBy={headId} />
            </div>
          )
        )
      })}
    </div>
  )
}

export const ChallengeCards = ({
  challenges,
  lines,
  team,
  isNew,
  open,
  addressOf,
  onOpen,
  headedBy,
}: CardsProps & { headedBy?: string }) => (
  <ul className={classes.cards} data-view={lines ? 'list' : 'cards'} aria-labelledby={headedBy}>
    {challenges.map((challenge) => (
      <li key={challenge.id}>
        <ChallengeCard
          challenge={challenge}
          team={team}
          isNew={isNew(challenge.id)}
          isOpen={challenge.id === open}
          categoryShown={headedBy !== undefined}
          to={{ search: addressOf(challenge.id) }}
          onOpen={() => onOpen(challenge.id)}
        />
      </li>
    ))}
  </ul>
)
