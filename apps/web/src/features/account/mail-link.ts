import { useSearchParams } from 'react-router'

/** Null if it isn't base64 of UTF-8. */
export const decodedText = (encoded: string | null): string | null => {
  if (encoded === null) return null
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll(' ', '+')), (char) => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

export const useMailLink = (): { token: string; email: string; address: string } | null => {
  const [search] = useSearchParams()
  const [token, email] = [search.get('token'), search.get('email')]
  const address = decodedText(email)
  return token === null || email === null || address === null ? null : { token, email, address }
}
