import { Navigate } from 'react-router'

/** The administration begins with the games. */
export const Component = () => <Navigate to="/admin/games" replace />
