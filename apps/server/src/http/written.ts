import { createForms, type Forms } from './encoding.ts'
import { Written } from './reply.ts'

/** By identity: an object is encoded and compressed once, no matter how often it is sent. */
export type FormShelf = {
  of(value: object, encode: (value: unknown) => string): Forms
  known(value: object): Forms | undefined
}

export const createFormShelf = (): FormShelf => {
  const shelf = new WeakMap<object, Forms>()
  return {
    of(value, encode) {
      const forms = shelf.get(value) ?? createForms(value instanceof Written ? value.text : encode(value))
      shelf.set(value, forms)
      return forms
    },
    known: (value) => shelf.get(value),
  }
}
