type Titled = { readonly title: string }

const titleKey = ({ title }: Titled): string => title.trim().toLowerCase()

/** Those whose title another one before them has, whatever the case of its letters. */
export const withTakenTitle = <C extends Titled>(challenges: readonly C[]): C[] => {
  const seen = new Set<string>()
  return challenges.filter((challenge) => {
    const key = titleKey(challenge)
    const taken = seen.has(key)
    seen.add(key)
    return taken
  })
}

/** Whether one of the others has the title; a blank one is wrong in another way. */
export const isTitleTaken = (title: string, others: readonly Titled[]): boolean =>
  title.trim() !== '' && others.some((other) => titleKey(other) === titleKey({ title }))
