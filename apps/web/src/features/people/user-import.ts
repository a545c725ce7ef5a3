import { limits } from '@pennant/contract/limit'
import type { UserCreate } from '@pennant/contract/user'
import { identityKey } from '@pennant/rules/account/identity'
import { passwordFault } from '@pennant/rules/account/password-policy'

/** The names of the wire. */
export const importColumns = [
  'userName',
  'email',
  'password',
  'realName',
  'stdNumber',
  'phone',
  'teamName',
] as const
export type ImportColumn = (typeof importColumns)[number]

export type CellFault = 'required' | 'short' | 'long' | 'email' | 'phone' | 'password' | 'twice' | 'text'
export type ImportRow = {
  /** From 0, as sent. */
  at: number
  values: Record<ImportColumn, string>
  faults: Partial<Record<ImportColumn, CellFault>>
  passwordGenerated: boolean
}
export type ImportTable = {
  rows: readonly ImportRow[]
  columns: readonly ImportColumn[]
  unknown: readonly string[]
  missing: readonly ImportColumn[]
}

const headers: Readonly<Record<ImportColumn, readonly string[]>> = {
  userName: [
    'username',
    'user',
    'login',
    'nick',
    'nickname',
    '用户名',
    '使用者名稱',
    'ユーザー名',
    '사용자이름',
  ],
  email: ['email', 'mail', 'emailaddress', '邮箱', '電子郵件', 'メール', 'メールアドレス', '이메일'],
  password: ['password', 'pass', 'passwort', '密码', '密碼', 'パスワード', '비밀번호'],
  realName: ['realname', 'name', 'fullname', '姓名', '真实姓名', '真實姓名', '氏名', '이름', '실명'],
  stdNumber: ['stdnumber', 'studentid', 'studentnumber', 'student', '学号', '學號', '学籍番号', '학번'],
  phone: ['phone', 'phonenumber', 'tel', 'telephone', 'mobile', '手机', '电话', '電話', '전화', '전화번호'],
  teamName: ['teamname', 'team', '队伍', '队名', '隊伍', 'チーム', '팀', '팀이름'],
}

const most: Readonly<Record<ImportColumn, number>> = {
  userName: limits.userName.max,
  email: limits.email,
  password: limits.password.max,
  realName: limits.realName,
  stdNumber: limits.studentNumber,
  phone: limits.phone,
  teamName: limits.teamName,
}

const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

export const columnOf = (header: string): ImportColumn | null => {
  const plain = header.toLowerCase().replaceAll(/[\s_.-]/g, '')
  return importColumns.find((column) => headers[column].includes(plain)) ?? null
}

export const readImport = (
  cells: readonly (readonly string[])[],
  makePassword: (row: number) => string,
): ImportTable => {
  const [head = [], ...body] = cells
  const places = head.map(columnOf)
  const columns = importColumns.filter((column) => places.includes(column))
  const filled = body.filter((row) => row.some((cell) => cell.trim() !== ''))
  const rows = filled.map((row, at) => {
    const valueOf = (column: ImportColumn): string => {
      const index = places.indexOf(column)
      return index === -1 ? '' : (row[index] ?? '').trim()
    }
    const given = Object.fromEntries(importColumns.map((column) => [column, valueOf(column)]))
    // Every column is there by construction.
    const values = given as Record<ImportColumn, string>
    const passwordGenerated = values.password === ''
    return {
      at,
      passwordGenerated,
      values: passwordGenerated ? { ...values, password: makePassword(at) } : values,
    }
  })
  const twice = {
    userName: repeated(rows.map(({ values }) => values.userName)),
    email: repeated(rows.map(({ values }) => values.email)),
  }
  return {
    columns,
    unknown: head.filter((header, at) => places[at] === null && header.trim() !== ''),
    missing: (['userName', 'email'] as const).filter((column) => !columns.includes(column)),
    rows: rows.map((row) => ({ ...row, faults: faultsOf(row.values, twice) })),
  }
}

type Twice = { userName: ReadonlySet<string>; email: ReadonlySet<string> }

const faultsOf = (values: Record<ImportColumn, string>, twice: Twice): ImportRow['faults'] => {
  const faults: ImportRow['faults'] = {}
  for (const column of importColumns) {
    const fault = faultIn(column, values[column], twice)
    if (fault !== null) faults[column] = fault
  }
  return faults
}

const faultIn = (column: ImportColumn, value: string, twice: Twice): CellFault | null => {
  const isNeeded = column === 'userName' || column === 'email'
  if (value === '') return isNeeded ? 'required' : null
  if (value.length > most[column]) return 'long'
  if (controls.test(value)) return 'text'
  if (column === 'userName' && value.length < limits.userName.min) return 'short'
  if (column === 'email' && !/^[^@\s]+@[^@\s]+$/.test(value)) return 'email'
  if (column === 'phone' && !/^[\d\s()+.x-]*\d[\d\s()+.x-]*$/i.test(value)) return 'phone'
  if (column === 'password' && passwordFault(value) !== null) return 'password'
  if (isNeeded && twice[column].has(identityKey(value))) return 'twice'
  return null
}

const repeated = (values: readonly string[]): Set<string> => {
  const seen = new Set<string>()
  const again = new Set<string>()
  for (const value of values.map(identityKey)) {
    if (seen.has(value)) again.add(value)
    seen.add(value)
  }
  return again
}

export const usersOf = (rows: readonly ImportRow[]): UserCreate[] =>
  rows.map(({ values: { userName, email, password, ...more } }) => ({
    userName,
    email,
    password,
    ...Object.fromEntries(Object.entries(more).filter(([, value]) => value !== '')),
  }))

const lower = 'abcdefghijkmnpqrstuvwxyz'
const upper = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const digits = '23456789'

export const passwordFrom = (random: (below: number) => number): string => {
  const pick = (letters: string): string => letters.charAt(random(letters.length))
  const letters = [pick(lower), pick(upper), pick(digits)]
  while (letters.length < 12) letters.splice(random(letters.length + 1), 0, pick(lower + upper + digits))
  return letters.join('')
}
