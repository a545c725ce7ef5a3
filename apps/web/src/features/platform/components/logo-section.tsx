import { limits } from '@pennant/contract/limit'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClientConfig } from '../../../api/queries/client-config.ts'
import { useProblemText } from '../../../kit/problem-text.ts'
import { useAct } from '../../../kit/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { useConfigActions } from '../setting-queries.ts'
import classes from './platform.module.css'

const sizes = [64, 40, 28, 16] as const
const megabytes = limits.imageBytes / 2 ** 20

export const LogoSection = () => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const { t: account } = useTranslation('account')
  const id = useId()
  const problemText = useProblemText()
  const toasts = useToasts()
  const actions = useConfigActions()
  const { act, isPending } = useAct()
  const logoUrl = useClientConfig()?.logoUrl ?? null
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [fault, setFault] = useState<string | undefined>()
  const [asks, setAsks] = useState(false)
  const chosen = useImageUrl(file)
  const shown = chosen ?? logoUrl

  const choose = ([next]: readonly File[]): void => {
    if (next === undefined) return
    if (next.size > limits.imageBytes) return setFault(t('files.tooLarge', { most: `${megabytes} MB` }))
    setFault(undefined)
    setFile(next)
  }
  const save = async (image: File): Promise<void> => {
    setShare(0)
    try {
      await actions.setLogo(image, image.name, setShare)
      setFile(null)
      toasts.show({ tone: 'good', title: staff('saved') })
    } catch (error) {
      // Shows what all visitors see again.
      setFile(null)
      setFault(problemText(error))
    } finally {
      setShare(null)
    }
  }
  const remove = async (): Promise<void> => {
    await act('remove', actions.removeLogo, t('settings.logoRemoved'))
    setAsks(false)
  }
  return (
    <Panel labelledBy={id}>
      <div className={classes.stack}>
        <h2 id={id} className={classes.heading}>
          {t('settings.logo')}
        </h2>
        {shown === null ? (
          <p className={classes.dim}>{t('settings.noLogo')}</p>
        ) : (
          <div className={classes.logos}>
            {sizes.map((size) => (
              <figure key={size}>
                <img src={shown} alt="" height={size} style={{ height: size, maxWidth: size * 3 }} />
                <figcaption>{t('settings.pixels', { size: String(size) })}</figcaption>
              </figure>
            ))}
            <figure>
              <img
                src={chosen ?? `/favicon.webp?of=${encodeURIComponent(shown)}`}
                alt=""
                width={32}
                height={32}
              />
              <figcaption>{t('settings.favicon')}</figcaption>
            </figure>
          </div>
        )}
        <FileDrop
          label={account('crop.choose')}
          hint={account('crop.hint', { megabytes })}
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          disabled={share !== null}
          fault={fault}
          onFiles={choose}
        />
        {share !== null && <ProgressBar label={account('profile.uploading')} share={share} />}
        <div className={classes.buttons}>
          {file !== null && (
            <>
              <Button kind="primary" pending={share !== null} onClick={() => void save(file)}>
                {staff('save')}
              </Button>
              <Button onClick={() => setFile(null)}>{staff('discard')}</Button>
            </>
          )}
          {file === null && logoUrl !== null && (
            <Button onClick={() => setAsks(true)}>{t('settings.removeLogo')}</Button>
          )}
        </div>
      </div>
      {asks && (
        <ConfirmDialog
          danger
          title={t('settings.removeLogoTitle')}
          confirm={t('settings.removeLogo')}
          decline={staff('cancel')}
          pending={isPending('remove')}
          onConfirm={() => void remove()}
          onDecline={() => setAsks(false)}
        >
          <p>{t('settings.removeLogoText')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}

const useImageUrl = (file: File | null): string | null => {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (file === null) return undefined
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(made)
    }
  }, [file])
  return url
}
