/** With a host: what browsers make of `http:x` or of three slashes is somebody else's guess. */
const shape = /^(https?|ftp):\/\/[^/\\\s]/i

/** Whether an attachment may lead there. Taking addresses apart is for the platform to do. */
export const isLink = (url: string, canParse: (url: string) => boolean): boolean =>
  shape.test(url) && canParse(url)
