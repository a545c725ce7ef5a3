import { Outlet } from 'react-router'
import { changedKeysOutside, keysOutside } from './changed-keys.ts'
import { useFollowChanges } from './use-follow-changes.ts'

export const FollowingLayout = () => {
  useFollowChanges({ all: keysOutside, keysOf: changedKeysOutside })
  return <Outlet />
}
