import { useSearchParams } from 'react-router'
import { returnPath } from '../../kit/return-path.ts'

export const useAccountPaths = () => {
  const [search] = useSearchParams()
  const destination = returnPath(search.get('from'), window.location.origin)
  return {
    destination,
    login: withFrom('/account/login', destination),
    register: withFrom('/account/register', destination),
    recovery: withFrom('/account/recovery', destination),
  }
}

const withFrom = (path: string, from: string): string =>
  from === '/' ? path : `${path}?from=${encodeURIComponent(from)}`
