import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Name } from '../../../ui/name.tsx'
import { Stack } from '../../../ui/stack.tsx'
import classes from './lead-card.module.css'

type Props = { game: { id: number; title: string }; results: ReactNode }

export const OverCard = ({ game: { id, title }, results }: Props) => (
  <Stack gap="m">
    <h1 className={classes.title}>
      <Link to={`/games/${id}`}>
        <Name>{title}</Name>
      </Link>
    </h1>
    {results}
  </Stack>
)
