import { useGameToEdit } from '../../../kit/use-layout-game.ts'
import { ChangeList } from '../components/change-list.tsx'

export const ChangesPage = () => <ChangeList game={null} />

export const GameChangesPage = () => <ChangeList game={useGameToEdit().data.id} />
