import type { Containers } from '../../ports/containers.ts'

type Circumstances = {
  readonly type: 'Auto' | 'None' | 'Docker' | 'Kubernetes'
  /** This process runs as a pod of a cluster. */
  readonly inCluster: boolean
  /** An address of a Docker daemon is configured, or its local socket is there; it need not answer now. */
  readonly hasDocker: boolean
}

/** What runs containers. */
export const chooseContainers = ({ type, inCluster, hasDocker }: Circumstances): Containers['kind'] => {
  if (type === 'Docker') return 'docker'
  if (type === 'Kubernetes') return 'kubernetes'
  if (type === 'None') return 'none'
  if (inCluster) return 'kubernetes'
  return hasDocker ? 'docker' : 'none'
}
