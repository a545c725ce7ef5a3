import { isRecord } from './daemon.ts'

export const installationLabel = 'pennant.installation'
export const instanceLabel = 'pennant.instance'

export const readOnlyLabel = 'pennant.readonly'
export const setuidLabel = 'pennant.setuid'

export type Mark = { readonly installation: string | null; readonly instance: string | null }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const markOf = (labels: unknown): Mark => {
  const { [installationLabel]: installation, [instanceLabel]: instance } = isRecord(labels) ? labels : {}
  return {
    installation: typeof installation === 'string' ? installation : null,
    instance: typeof instance === 'string' && uuid.test(instance) ? instance : null,
  }
}
