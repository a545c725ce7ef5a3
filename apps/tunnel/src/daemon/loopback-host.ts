import { isLoopback } from '../link/local-address.ts'

/**
 * A page whose own name was made to lead to this machine counts as of the same origin for its browser, and no
 * rule about origins keeps it out; the `Host` it sends gives it away.
 */
export const isLoopbackHost = (host: string | undefined): boolean => {
  const [, bracketed, plain = ''] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::\d{1,5})?$/.exec(host ?? '') ?? []
  return plain.toLowerCase() === 'localhost' || isLoopback(bracketed ?? plain)
}
