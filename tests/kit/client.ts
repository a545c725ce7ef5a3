export type Answer<T = unknown> = {
  status: number
  headers: Headers
  /** Undefined for anything but JSON. */
  body: T
  text: string
}

export type CallOptions = {
  body?: unknown
  raw?: { type: string; bytes: BodyInit }
  form?: FormData
  headers?: Record<string, string>
}

export type Client = ReturnType<typeof createClient>

export const createClient = (origin: string, defaults: Record<string, string> = {}) => {
  const cookies = new Map<string, string>()

  const keepCookies = (headers: Headers): void => {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';')
      const [name = '', value = ''] = pair.split('=')
      const gone = attributes.some(
        (one) => /^\s*expires=thu, 01 jan 1970/i.test(one) || /^\s*max-age=0/i.test(one),
      )
      if (gone || value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
  }

  const call = async <T = unknown>(
    method: string,
    path: string,
    options: CallOptions = {},
  ): Promise<Answer<T>> => {
    const { body, raw, form, headers = {} } = options
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const content =
      raw !== undefined
        ? { body: raw.bytes, type: raw.type }
        : form !== undefined
          ? { body: form, type: undefined }
          : body !== undefined
            ? { body: JSON.stringify(body), type: 'application/json' }
            : undefined
    const response = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: {
        ...defaults,
        ...(cookie === '' ? {} : { cookie }),
        ...(content?.type === undefined ? {} : { 'content-type': content.type }),
        ...headers,
      },
      ...(content === undefined ? {} : { body: content.body }),
    })
    keepCookies(response.headers)
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json') === true && text !== ''
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (json ? JSON.parse(text) : undefined) as T,
    }
  }

  return {
    origin,
    call,
    get: <T = unknown>(path: string, headers?: Record<string, string>) =>
      call<T>('GET', path, headers === undefined ? {} : { headers }),
    post: <T = unknown>(path: string, body?: unknown) => call<T>('POST', path, { body }),
    put: <T = unknown>(path: string, body?: unknown) => call<T>('PUT', path, { body }),
    delete: <T = unknown>(path: string, body?: unknown) => call<T>('DELETE', path, { body }),
    upload: <T = unknown>(method: string, path: string, field: string, files: readonly UploadPart[]) => {
      const form = new FormData()
      for (const { name, bytes, type } of files)
        form.append(field, new Blob([bytes], { type: type ?? '' }), name)
      return call<T>(method, path, { form })
    },
    cookie: (name = 'pennant_session'): string | undefined => cookies.get(name),
    setCookie: (value: string, name = 'pennant_session'): void => void cookies.set(name, value),
    forget: (): void => cookies.clear(),
  }
}

export type UploadPart = { name: string; bytes: Uint8Array<ArrayBuffer>; type?: string }
