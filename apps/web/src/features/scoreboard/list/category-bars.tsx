import type { ChallengeInfo } from '@pennant/contract/scoreboard'
import { Tinted } from '../../../theme/category.tsx'
import type { Solve } from '../board.ts'
import { figuresByCategory } from '../team/team-figures.ts'
import classes from './board-list.module.css'

type Props = { challenges: readonly ChallengeInfo[]; solves: readonly Solve[] }

/** Decorative: how many are solved stands beside them, and the team's page has the figures. */
export const CategoryBars = ({ challenges, solves }: Props) => (
  <span className={classes.bars} aria-hidden="true">
    {figuresByCategory(challenges, solves).map(({ category, solved, of }) => (
      <Tinted key={category} as="span" category={category} className={classes.bar}>
        <span className={classes.filled} style={{ height: `${(solved / of) * 100}%` }} />
      </Tinted>
    ))}
  </span>
)
