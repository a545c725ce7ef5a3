import { useLocation } from 'react-router'
import { returnIn, withReturn } from '../../kit/return-path.ts'

export const useAccountPaths = () => {
  const destination = returnIn(useLocation(), window.location.origin)
  return {
    destination,
    login: withReturn('/account/login', destination),
    register: withReturn('/account/register', destination),
    recovery: withReturn('/account/recovery', destination),
  }
}
