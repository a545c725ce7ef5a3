import { useLocation } from 'react-router'
import { loginPath } from '../../kit/return-path.ts'
import { GamePage } from '../../features/game/pages/game-page.tsx'
import { GameAtAddress } from '../game-at-address.tsx'

export const Component = () => {
  const location = useLocation()
  return <GameAtAddress>{(id) => <GamePage id={id} loginPath={loginPath(location)} />}</GameAtAddress>
}
