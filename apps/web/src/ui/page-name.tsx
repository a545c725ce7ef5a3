import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

type Name = string | null

const Name = createContext<Name>(null)
const SetName = createContext<(name: Name) => void>(() => undefined)

export const PageNameProvider = ({ children }: { children: ReactNode }) => {
  const [name, setName] = useState<Name>(null)
  return (
    <SetName value={setName}>
      <Name value={name}>{children}</Name>
    </SetName>
  )
}

export const useNameOfPage = (): Name => useContext(Name)

export const usePageName = (name: string | undefined): void => {
  const setName = useContext(SetName)
  useEffect(() => {
    setName(name ?? null)
    return () => setName(null)
  }, [name, setName])
}
