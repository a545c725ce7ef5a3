import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Name } from '../../../ui/name.tsx'
import classes from './over-card.module.css'

type Props = { game: { id: number; title: string }; results: ReactNode }

export const OverCard = ({ game: { id, title }, results }: Props) => (
  <div className={classes.card}>
    <h1 className={classes.title}>
      <Link to={`/games/${id}`}>
        <Name>{title}</Name>
      </Link>
    </h1>
    {results}
  </div>
)
