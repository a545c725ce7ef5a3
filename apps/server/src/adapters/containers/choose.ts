import type { Containers } from '../../ports/containers.ts'

type Circumstances = {
  readonly type: 'Auto' | 'None' | 'Docker' | 'Kubernetes'
  readonly inCluster: boolean
  readonly hasDocker: boolean
}

export const chooseContainers = ({ type, inCluster, hasDocker }: Circumstances): Containers['kind'] => {
  if (type === 'Docker') return 'docker'
  if (type === 'Kubernetes') return 'kubernetes'
  if (type === 'None') return 'none'
  if (inCluster) return 'kubernetes'
  return hasDocker ? 'docker' : 'none'
}
