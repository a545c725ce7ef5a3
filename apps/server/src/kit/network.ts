import { BlockList, isIP, isIPv4 } from 'node:net'

export type Network = { address: string; bits: number }

// Strict, because a misread network is trusted by mistake.
export const readNetwork = (text: string): Network | null => {
  const [address = '', bits = '', ...more] = text.split('/')
  if (more.length > 0 || isIP(address) === 0 || address.includes('%') || !/^\d{1,3}$/.test(bits)) return null
  return Number(bits) <= (isIPv4(address) ? 32 : 128) ? { address, bits: Number(bits) } : null
}

export const holdsAddress = ({ address, bits }: Network): ((address: string) => boolean) => {
  const list = new BlockList()
  list.addSubnet(address, bits, familyOf(address))
  return (one) => isIP(one) !== 0 && list.check(one, familyOf(one))
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6')
