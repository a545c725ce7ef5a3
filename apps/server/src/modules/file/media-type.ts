import mime from 'mime'

const unknown = 'application/octet-stream'

// Types that a browser may show as a page or run are served as bytes. Images may be SVG.
const active = /(^|[/+.])(html|xhtml|xml|javascript|ecmascript|jscript|wasm)(\+xml)?$|shockwave|x-httpd|xslt/

export const mediaTypeOf = (name: string, storedName: string): string => {
  const type = mime.getType(name.includes('.') ? name : storedName) ?? unknown
  if (type === 'image/svg+xml') return type
  return active.test(type) ? unknown : type
}
