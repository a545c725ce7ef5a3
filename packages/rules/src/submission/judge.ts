export type JudgedAnswer = {
  answer: string
  own: string | null
  listed: ReadonlySet<string>
  dynamic: boolean
}

/** Case-sensitive. A dynamic challenge's team without a flag can't be right. */
export const judge = ({ answer, own, listed, dynamic }: JudgedAnswer): 'Accepted' | 'WrongAnswer' => {
  const right = own === null ? !dynamic && listed.has(answer) : answer === own
  return right ? 'Accepted' : 'WrongAnswer'
}
