import { dockerHub, type ImageReference } from './reference.ts'

export type RegistryLogins = Readonly<
  Record<
    string,
    { readonly userName: string; readonly password: string; readonly serverAddress: string | null }
  >
>

export type Login = { readonly username: string; readonly password: string; readonly serveraddress: string }

const hubNames = [dockerHub, 'index.docker.io', 'registry-1.docker.io', 'registry.hub.docker.com']
const hubAddress = 'https://index.docker.io/v1/'

export const loginFor = (image: ImageReference, logins: RegistryLogins): Login | null => {
  const isHub = hubNames.includes(image.host)
  const wanted = isHub ? hubNames : [image.host, image.host.replace(/:\d+$/, '')]
  for (const name of wanted) {
    const [, found] = Object.entries(logins).find(([key]) => hostOf(key) === name) ?? []
    if (found === undefined) continue
    const serveraddress = found.serverAddress ?? (isHub ? hubAddress : image.host)
    return { username: found.userName, password: found.password, serveraddress }
  }
  return null
}

const hostOf = (key: string): string =>
  key
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/, '')
