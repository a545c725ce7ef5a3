import type { GameInfo } from '@pennant/contract/game'
import { limits } from '@pennant/contract/limit'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../../kit/problem-text.ts'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { useGameEditing } from '../use-game-editing.ts'
import classes from '../pages/info-page.module.css'

const megabytes = limits.imageBytes / 1_048_576

export const PosterField = ({ game: { id, poster } }: { game: Pick<GameInfo, 'id' | 'poster'> }) => {
  const { t } = useTranslation('organise')
  const toasts = useToasts()
  const problemText = useProblemText()
  const { setPoster } = useGameEditing()
  const [share, setShare] = useState(0)
  const [tooLarge, setTooLarge] = useState(false)

  const take = (file: File): void => {
    setTooLarge(file.size > limits.imageBytes)
    if (file.size > limits.imageBytes) return setPoster.reset()
    setShare(0)
    setPoster.mutate(
      { id, file, onProgress: setShare },
      { onSuccess: () => void toasts.show({ tone: 'good', title: t('info.posterChanged') }) },
    )
  }
  const fault = tooLarge
    ? t('info.posterTooLarge', { megabytes })
    : setPoster.error === null
      ? undefined
      : problemText(setPoster.error)
  return (
    <Stack gap="m">
      {poster !== null && <img src={poster} alt={t('info.posterNow')} className={classes.poster} />}
      <FileDrop
        label={t('info.posterChoose')}
        hint={t('info.posterHint', { megabytes })}
        accept="image/png,image/gif,image/jpeg,image/webp,image/avif"
        disabled={setPoster.isPending}
        fault={fault}
        onFiles={([file]) => {
          if (file !== undefined) take(file)
        }}
      />
      {setPoster.isPending && <ProgressBar label={t('info.poster')} share={share === 1 ? null : share} />}
    </Stack>
  )
}
