import { useNavigate } from 'react-router'
import { InfoPage } from '../../../features/game-edit/pages/info-page.tsx'
import { WorkbenchFrame } from '../workbench-frame.tsx'

export const Component = () => {
  const navigate = useNavigate()
  return (
    <WorkbenchFrame>
      {(game) => <InfoPage game={game} onDeleted={() => void navigate('/admin/games', { replace: true })} />}
    </WorkbenchFrame>
  )
}
