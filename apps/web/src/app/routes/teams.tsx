import { TeamsPage } from '../../features/team/pages/teams-page.tsx'

export const Component = () => <TeamsPage />
