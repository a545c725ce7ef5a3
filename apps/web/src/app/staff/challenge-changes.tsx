import { ChallengeChangesPage } from '../../features/challenge-edit/pages/challenge-changes-page.tsx'
import { ChangeList } from '../../features/monitor/components/change-list.tsx'

export const ChallengeChanges = () => (
  <ChallengeChangesPage
    renderList={({ game, challenge }) => <ChangeList game={game} challenge={challenge} />}
  />
)
