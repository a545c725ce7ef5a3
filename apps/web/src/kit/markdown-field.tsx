import { useApi } from '../api/context.ts'
import { fileUrl, uploadFiles } from '@pennant/contract/file'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MarkdownEditor } from '../ui/markdown/markdown-editor.tsx'
import { useToasts } from '../ui/toast-store.ts'
import { useProblemText } from './problem-text.ts'
import { upload } from '../api/upload.ts'

type Props = {
  name: string
  label: string
  value: string
  onChange: (value: string) => void
  rows?: number
  maxLength?: number
  fault?: string | undefined
  hint?: ReactNode
}

export const MarkdownField = (props: Props) => {
  const api = useApi()
  const { t } = useTranslation('staff')
  const toasts = useToasts()
  const problemText = useProblemText()

  const store = async (files: readonly File[]) => {
    try {
      const sent = files.map((file) => ({ file, name: file.name }))
      const stored = await upload(api, uploadFiles, { files: sent })
      return stored.map(({ hash, name }) => ({ name, url: fileUrl(hash, name) }))
    } catch (error) {
      toasts.show({ tone: 'danger', title: t('upload.failed'), text: problemText(error) })
      return []
    }
  }
  return (
    <MarkdownEditor
      {...props}
      onFiles={store}
      texts={{
        view: t('editor.view'),
        write: t('editor.write'),
        both: t('editor.both'),
        read: t('editor.read'),
        bold: t('editor.bold'),
        italic: t('editor.italic'),
        code: t('editor.code'),
        link: t('editor.link'),
        list: t('editor.list'),
        heading: t('editor.heading'),
        attach: t('editor.attach'),
        uploading: t('editor.uploading'),
        empty: t('editor.empty'),
      }}
    />
  )
}
