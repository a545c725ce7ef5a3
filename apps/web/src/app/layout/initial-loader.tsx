import { useTranslation } from 'react-i18next'
import { FullScreenLoader } from '../../ui/full-screen-loader.tsx'

export const InitialLoader = () => <FullScreenLoader label={useTranslation().t('common.loading')} />
