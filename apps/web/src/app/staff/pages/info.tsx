import { useNavigate } from 'react-router'
import { InfoPage } from '../../../features/game-edit/pages/info-page.tsx'
import { GameEditorLayout } from '../game-editor-layout.tsx'

export const Component = () => {
  const navigate = useNavigate()
  return (
    <GameEditorLayout>
      {(game) => <InfoPage game={game} onDeleted={() => void navigate('/admin/games', { replace: true })} />}
    </GameEditorLayout>
  )
}
