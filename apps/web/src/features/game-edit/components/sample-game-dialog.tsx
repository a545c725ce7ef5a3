import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../../kit/problem-text.ts'
import { Callout } from '../../../ui/callout.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useSampleGame } from '../use-sample-game.ts'

type Props = { onClose: () => void; onDone: (id: number) => void }

export const SampleGameDialog = ({ onClose, onDone }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const { t: w } = useTranslation()
  const problemText = useProblemText()
  const { bring, open } = useSampleGame()
  const brought = useRef<number | null>(null)
  const [pending, setPending] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  const begin = async (): Promise<void> => {
    setPending(true)
    setFault(null)
    try {
      brought.current ??= await bring()
      await open(brought.current)
      onDone(brought.current)
    } catch (error) {
      setFault(problemText(error))
      setPending(false)
    }
  }
  return (
    <ConfirmDialog
      title={w('home.sampleGame')}
      confirm={t('sample.take')}
      decline={staff('cancel')}
      pending={pending}
      onConfirm={() => void begin()}
      onDecline={() => {
        if (!pending) onClose()
      }}
    >
      <p>{t('sample.text')}</p>
      <p>{t('sample.public')}</p>
      {fault !== null && (
        <Callout tone="danger" title={t('sample.failed')} alert>
          <p>{fault}</p>
        </Callout>
      )}
    </ConfirmDialog>
  )
}
