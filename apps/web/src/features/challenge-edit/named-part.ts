import { useEffect } from 'react'
import { useLocation } from 'react-router'

const flagsPath = /\/flags\/?$/i

/** The part with flags has an address of its own, but is on the same page. */
export const editorAt = (path: string): string => path.replace(flagsPath, '')

/** Leads to the part that the address names, also when its link is clicked again. */
export const useNamedPart = (): void => {
  const { pathname, hash, key } = useLocation()
  const part = flagsPath.test(pathname) ? 'flags' : hash.slice(1)
  useEffect(() => {
    // The layout moves the focus after this effect.
    const frame = requestAnimationFrame(() => {
      const section = part === '' ? null : document.getElementById(part)
      section?.focus({ preventScroll: true })
      section?.scrollIntoView()
    })
    return () => cancelAnimationFrame(frame)
  }, [part, key])
}
