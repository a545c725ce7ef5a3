type Titled = { readonly title: string }

const titleKey = ({ title }: Titled): string => title.trim().toLowerCase()

/** Case-insensitive; the first with a title is not included. */
export const withTakenTitle = <C extends Titled>(challenges: readonly C[]): C[] => {
  const seen = new Set<string>()
  return challenges.filter((challenge) => {
    const key = titleKey(challenge)
    const taken = seen.has(key)
    seen.add(key)
    return taken
  })
}

/** A blank title is a different fault. */
export const isTitleTaken = (title: string, others: readonly Titled[]): boolean =>
  title.trim() !== '' && others.some((other) => titleKey(other) === titleKey({ title }))
