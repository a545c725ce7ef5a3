import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

type Name = string | null

const Name = createContext<Name>(null)
const SetName = createContext<(name: Name) => void>(() => undefined)

/** What the page that is shown is called, where it has a name of its own. */
export const PageNameProvider = ({ children }: { children: ReactNode }) => {
  const [name, setName] = useState<Name>(null)
  return (
    <SetName value={setName}>
      <Name value={name}>{children}</Name>
    </SetName>
  )
}

export const useNameOfPage = (): Name => useContext(Name)

/** Names the page while it is shown; undefined while the name is not known. */
export const usePageName = (name: string | undefined): void => {
  const setName = useContext(SetName)
  useEffect(() => {
    setName(name ?? null)
    return () => setName(null)
  }, [name, setName])
}
