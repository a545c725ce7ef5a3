import type { ProfileUserInfo } from '@pennant/contract/account'
import { avatarUrl } from '@pennant/contract/file'
import type { UserRow } from '../../ports/database.ts'

export const presentProfile = (user: UserRow): ProfileUserInfo => ({
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
