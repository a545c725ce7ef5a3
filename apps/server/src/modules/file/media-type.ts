import mime from 'mime'

const unknown = 'application/octet-stream'

/** What a browser could take for a page or a program is bytes to us. Pictures may also be vectors. */
const active = /(^|[/+.])(html|xhtml|xml|javascript|ecmascript|jscript|wasm)(\+xml)?$|shockwave|x-httpd|xslt/

/** By the name's ending; `storedName` helps out where the name has none. */
export const mediaTypeOf = (name: string, storedName: string): string => {
  const type = mime.getType(name.includes('.') ? name : storedName) ?? unknown
  if (type === 'image/svg+xml') return type
  return active.test(type) ? unknown : type
}
