import { Fragment, type ReactNode } from 'react'
import { useParams } from 'react-router'
import { gameIdIn } from './game/game-id.ts'
import { Component as NotFound } from './routes/not-found.tsx'

/** What there is to see of the game that the address names. Another game begins anew. */
export const GameAtAddress = ({ children }: { children: (id: number) => ReactNode }) => {
  const id = gameIdIn(useParams())
  return id === null ? <NotFound /> : <Fragment key={id}>{children(id)}</Fragment>
}
