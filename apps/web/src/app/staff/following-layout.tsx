import { Outlet } from 'react-router'
import { changedKeysOutside } from './changed-keys.ts'
import { useFollowChanges } from './use-follow-changes.ts'

export const FollowingLayout = () => {
  useFollowChanges({ keysOf: changedKeysOutside })
  return <Outlet />
}
