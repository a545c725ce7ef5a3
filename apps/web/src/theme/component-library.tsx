import '@mantine/core/styles/default-css-variables.layer.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useScheme } from './scheme.ts'
import { theme } from './theme.ts'

/**
 * Around each page that uses the component library. The frame and the home page do without, which keeps some
 * twenty kilobytes out of the first load.
 */
export const ComponentLibrary = ({ children }: { children: ReactNode }) => {
  const [scheme] = useScheme()
  return (
    <MantineProvider theme={theme} forceColorScheme={scheme} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  )
}
