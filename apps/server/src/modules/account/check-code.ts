import type { Language } from '@pennant/contract/enums'
import type { UserRow } from '../../ports/database.ts'
import type { AccountNeeds } from './needs.ts'

type Sent = { marks: readonly string[]; language: Language }

export type CheckCode = (user: UserRow, code: string, sent: Sent) => Promise<boolean>

/** Uses a right code up. The owner hears of many wrong ones, however slowly they come. */
export const createCodeCheck =
  ({
    guard,
    secondFactors,
    sessions,
    factorMail,
    journal,
  }: Pick<AccountNeeds, 'factorMail' | 'guard' | 'journal' | 'secondFactors' | 'sessions'>): CheckCode =>
  async (user, code, { marks, language }) => {
    const mark = sessions.markOf(marks, user)
    if (await guard.attemptSecond(user.id, mark, () => secondFactors.check(user.id, code, language)))
      return true
    const guessed = await secondFactors.noteWrong(user.id)
    if (guessed !== null) {
      journal.write({ message: 'Many wrong codes in a week', status: 'Denied', name: user.name })
      await factorMail('codesGuessed', user, guessed.language)
    }
    return false
  }
