/** Exactly one `@`, neither first nor last, and nothing that could leave a mail header. */
export const isEmail = (text: string): boolean => {
  const at = text.indexOf('@')
  return at > 0 && at < text.length - 1 && text.indexOf('@', at + 1) === -1 && !/[\s,;<>"()[\]\\]/.test(text)
}

const extension = /(x|ext\.?)\s*\d+\s*$/i
const allowed = /^[\d\s\-.()]+$/

export const isPhone = (text: string): boolean => {
  const number = text.replace(/^\+/, '').replace(extension, '')
  return allowed.test(number) && /\d/.test(number)
}

/** Lists of labels are typed with commas between them. */
export const isLabel = (text: string): boolean => !/[,，、]/.test(text)
