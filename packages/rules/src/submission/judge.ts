export type JudgedAnswer = {
  answer: string
  /** The flag that belongs to the team alone. */
  own: string | null
  /** The flags of the challenge. */
  listed: ReadonlySet<string>
  /** Every team has a flag of its own. */
  dynamic: boolean
}

/** Compares to the letter. A team without the flag that it ought to have cannot be right. */
export const judge = ({ answer, own, listed, dynamic }: JudgedAnswer): 'Accepted' | 'WrongAnswer' => {
  const right = own === null ? !dynamic && listed.has(answer) : answer === own
  return right ? 'Accepted' : 'WrongAnswer'
}
