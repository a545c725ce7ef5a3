/** Whether what the server pushes arrives. */
export type LiveState = 'live' | 'connecting' | 'offline'
