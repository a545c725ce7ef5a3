import { HomePage } from '../../features/home/pages/home-page.tsx'
import { SetupNeeded } from '../../features/account/components/setup-needed.tsx'

export const Component = () => <HomePage lead={<SetupNeeded />} />
