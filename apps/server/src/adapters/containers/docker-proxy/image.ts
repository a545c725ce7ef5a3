import { dockerHub, type ImageReference, parseReference } from '../reference.ts'
import { Refused } from './call.ts'

/** `registries`: hosts, or hosts and the beginning of a path. */
export const allowedImage = (image: string, registries: readonly string[]): ImageReference => {
  const reference = parseReference(image)
  // Docker would look for an image whose id begins so.
  if (reference === null || image !== image.trim() || /^sha\d+$/.test(reference.repository))
    throw new Refused('this is not the name of an image')
  const place = placeOf(reference)
  if (!registries.some((one) => place.startsWith(`${one}/`)))
    throw new Refused(`images of ${place} are not allowed`)
  return reference
}

const placeOf = ({ host, repository }: ImageReference): string => {
  const path = repository.toLowerCase().startsWith(`${host}/`)
    ? repository.slice(host.length + 1)
    : repository
  return host === dockerHub && !path.includes('/') ? `${host}/library/${path}` : `${host}/${path}`
}
