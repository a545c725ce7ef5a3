import { useLocation, useParams } from 'react-router'
import { loginPath } from '../../features/account/return-path.ts'
import { GamePage } from '../../features/game/pages/game-page.tsx'
import { Component as NotFound } from './not-found.tsx'
import { gameIdIn } from '../game-id.ts'

export const Component = () => {
  const id = gameIdIn(useParams())
  const location = useLocation()
  return id === null ? <NotFound /> : <GamePage key={id} id={id} loginPath={loginPath(location)} />
}
