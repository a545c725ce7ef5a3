import { useSearchParams } from 'react-router'
import { TeamsPage } from '../../features/team/pages/teams-page.tsx'
import { wayBack } from '../../features/team/way-back.ts'

export const Component = () => {
  const [search] = useSearchParams()
  return <TeamsPage back={wayBack(search.get('from'), window.location.origin)} />
}
