import type { ReactNode } from 'react'
import classes from './facts.module.css'

type Props = { facts: readonly { name: string; value: ReactNode }[] }

export const Facts = ({ facts }: Props) => (
  <dl className={classes.facts}>
    {facts.map(({ name, value }) => (
      <div key={name} className={classes.fact}>
        <dt className={classes.name}>{name}</dt>
        <dd className={classes.value}>{value}</dd>
      </div>
    ))}
  </dl>
)
