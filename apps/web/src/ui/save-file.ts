export const saveFile = (bytes: Blob, name: string): void => {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser must have begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
