import { createForms, type Forms } from './encoding.ts'
import { Written } from './reply.ts'

/** The same object is the same answer: it is written and compressed once, however many ask for it. */
export type FormShelf = {
  /** Makes them where there are none yet. */
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
