import type { Role } from '@pennant/contract/enums'
import type { UserRow } from '../../ports/database.ts'

type Logged = { role: Role; emailConfirmed: boolean; personal: string[] }

const personal = {
  name: 'userName',
  email: 'email',
  bio: 'bio',
  phone: 'phone',
  real_name: 'realName',
  std_number: 'stdNumber',
} as const satisfies Partial<Record<keyof UserRow, string>>

export const userState = ({ role, email_confirmed }: UserRow): Logged => ({
  role,
  emailConfirmed: email_confirmed,
  personal: [],
})

/** Of what is personal only the names of the members that changed. */
export const userStates = (before: UserRow, after: UserRow): { before: Logged; after: Logged } => {
  const columns = Object.keys(personal) as (keyof typeof personal)[]
  const changed = columns.filter((column) => before[column] !== after[column])
  return {
    before: userState(before),
    after: { ...userState(after), personal: changed.map((column) => personal[column]) },
  }
}
