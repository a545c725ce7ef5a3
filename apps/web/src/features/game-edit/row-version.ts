/** How a row of a list is named to whoever changes it later; null where a server names none. */
export const tagOfRow = ({ version }: { version?: string | undefined }): string | null =>
  version === undefined ? null : `"${version}"`
