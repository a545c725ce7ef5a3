import { GamesPage } from '../../features/game/pages/games-page.tsx'

export const Component = () => <GamesPage />
