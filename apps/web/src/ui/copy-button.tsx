import { useEffect, useState } from 'react'
import { announce } from './announce.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

type Props = {
  text: string
  labels: { copy: string; copied: string; failed: string }
  onOutcome?: (copied: boolean) => void
}

const shownMs = 2_000

export const CopyButton = ({ text, labels, onOutcome }: Props) => {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)

  useEffect(() => {
    if (outcome === null) return undefined
    const timer = setTimeout(() => setOutcome(null), shownMs)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = async (): Promise<void> => {
    const copied = await copyText(text)
    setOutcome(copied ? 'copied' : 'failed')
    announce(copied ? labels.copied : labels.failed)
    onOutcome?.(copied)
  }
  return (
    <IconButton label={outcome === null ? labels.copy : labels[outcome]} onClick={() => void copy()}>
      <Icon name={outcome === 'copied' ? 'check' : outcome === 'failed' ? 'warning' : 'copy'} />
    </IconButton>
  )
}

// Without HTTPS only the old way works.
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.style.cssText = 'position:fixed;opacity:0'
    // An open dialog allows a selection only inside of it.
    const host = document.querySelector('dialog[open]') ?? document.body
    host.append(area)
    area.select()
    // oxlint-disable-next-line typescript/no-deprecated -- the one way where the page was not loaded over HTTPS
    const done = document.execCommand('copy')
    area.remove()
    return done
  }
}
