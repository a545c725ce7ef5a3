import { access } from 'node:fs/promises'
import type { RequestOptions } from 'node:https'
import { ApiFault, noAccess, oneLine } from './fault.ts'

export type Access = {
  readonly server: URL
  /** Asked before every request: tokens and certificates are replaced while the server runs. */
  credentials(): Promise<RequestOptions>
}

/** Without the file, the account of this server's pod. `root` precedes the paths of the account. */
export async function openAccess(file: string, root = ''): Promise<Access> {
  // The library takes a second to load.
  const { KubeConfig } = await import('@kubernetes/client-node')
  const config = new KubeConfig()
  if (await exists(file)) {
    try {
      config.loadFromFile(file)
    } catch (error) {
      throw noWay(`The file ${file} is not a valid kubeconfig: ${textOf(error)}`)
    }
  } else if (await exists(`${root}/var/run/secrets/kubernetes.io/serviceaccount/token`)) {
    config.loadFromCluster(root)
  } else {
    throw noWay(`There is no file ${file}, and this server does not run in a pod with an account.`)
  }
  const cluster = config.getCurrentCluster()
  if (!URL.canParse(cluster?.server ?? '')) {
    throw noWay(`The file ${file} names no cluster in its current context.`)
  }
  return {
    server: new URL(cluster?.server ?? ''),
    async credentials() {
      const options: RequestOptions = {}
      try {
        await config.applyToHTTPSOptions(options)
      } catch (error) {
        throw noWay(`No credentials for the Kubernetes API: ${textOf(error)}`)
      }
      // Only for a proxy: the library's agents keep no other connections.
      if (!cluster?.proxyUrl) delete options.agent
      return options
    },
  }
}

const noWay = (message: string): ApiFault => new ApiFault(message, 0, noAccess)

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const textOf = (error: unknown): string => oneLine(error instanceof Error ? error.message : String(error))
