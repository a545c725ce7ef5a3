import type { ProfileUserInfo } from '@pennant/contract/account'
import type { UserInfo } from '@pennant/contract/user'
import { avatarUrl } from '@pennant/contract/file'
import type { UserRow } from '../../ports/database.ts'
import type { ListedUser } from './store.ts'

export const presentUser = (user: ListedUser): UserInfo => ({
  id: user.id,
  userName: user.name,
  email: user.email,
  bio: user.bio,
  realName: user.real_name,
  stdNumber: user.std_number,
  phone: user.phone,
  avatar: avatarUrl(user.avatar_hash),
  registerTimeUtc: user.registered_at.getTime(),
  lastVisitedUtc: user.visited_at?.getTime() ?? 0,
  ip: user.ip,
  role: user.role,
  emailConfirmed: user.email_confirmed,
  ...(user.has_factor ? { secondFactor: true } : {}),
})

export const presentUserProfile = (user: UserRow): ProfileUserInfo => ({
  userId: user.id,
  role: user.role,
  userName: user.name,
  email: user.email,
  bio: user.bio,
  phone: user.phone,
  realName: user.real_name,
  stdNumber: user.std_number,
  avatar: avatarUrl(user.avatar_hash),
})
