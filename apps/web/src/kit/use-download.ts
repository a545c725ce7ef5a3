import { saveFile } from '../ui/save-file.ts'
import type { Route } from '@pennant/contract/route'
import { useRef, useState } from 'react'
import { useApi } from '../api/context.ts'
import { download } from '../api/download.ts'
import { useFileNotice } from './use-file-notice.ts'

export const useDownload = () => {
  const api = useApi()
  const notice = useFileNotice()
  const [pending, setPending] = useState(false)
  const [share, setShare] = useState<number | null>(null)
  const controller = useRef<AbortController | null>(null)

  const start = async (
    route: Route,
    input: { params?: unknown; query?: unknown; name: string },
  ): Promise<void> => {
    if (controller.current !== null) return
    const { signal } = (controller.current = new AbortController())
    setPending(true)
    setShare(null)
    const make = async (): Promise<string> => {
      const { bytes, name } = await download(api, route, { ...input, signal, onProgress: setShare })
      saveFile(bytes, name)
      return name
    }
    await notice(input.name, make, signal)
    controller.current = null
    setPending(false)
  }
  return { start, pending, share, cancel: (): void => controller.current?.abort() }
}
