import { useSearchParams } from 'react-router'

/** Text that mails carry in their links as base64 of UTF-8; null when it is no such thing. */
export const decodedText = (encoded: string | null): string | null => {
  if (encoded === null) return null
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll(' ', '+')), (char) => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** What the link that led here carries, `email` as the server takes it back; null when something is missing. */
export const useMailLink = (): { token: string; email: string; address: string } | null => {
  const [search] = useSearchParams()
  const [token, email] = [search.get('token'), search.get('email')]
  const address = decodedText(email)
  return token === null || email === null || address === null ? null : { token, email, address }
}
