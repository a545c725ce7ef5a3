const key = 'server-without-additions'

/** What the last visit found out: screens are drawn before the server has been asked again. */
export const additionsLastSeen = (): boolean => {
  try {
    return localStorage.getItem(key) === null
  } catch {
    return true
  }
}

export const noteAdditions = (known: boolean): void => {
  try {
    if (known) localStorage.removeItem(key)
    else localStorage.setItem(key, '1')
  } catch {
    // Full or forbidden: then every visit finds out by itself.
  }
}
