/**
 * Whoever knows the whole id may connect, so that logs hold the first twelve digits only. With the id of the
 * provider, where there is one and it is known.
 */
export const logId = ({ id, runtime_id }: { id: string; runtime_id?: string | null }): string => {
  const short = id.replaceAll('-', '').slice(0, 12)
  return runtime_id === undefined ? short : `${short} (${runtime_id ?? 'not started'})`
}
