import { createInstance } from 'i18next'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { type Checkbox, type Field, fieldsOf, useForm } from './use-form.ts'

type Draft = { title: string; seats: number; open: boolean }

const wired = () => {
  const changes: unknown[] = []
  return {
    changes,
    ...fieldsOf<Draft>({
      draft: { title: 'Harbor', seats: 4, open: true },
      faults: { title: 'Taken' },
      change: (member) => (value) => void changes.push([member, value]),
    }),
  }
}

describe('a field of a form', () => {
  it('has the name, value, and fault of its member', () => {
    const { field } = wired()
    expect(field('title')).toMatchObject({ name: 'title', value: 'Harbor', fault: 'Taken' })
    expect(field('seats')).toMatchObject({ name: 'seats', value: 4, fault: undefined })
  })

  it('changes its member and no other', () => {
    const { field, checkbox, changes } = wired()
    field('title').onChange('Quay')
    field('seats').onChange(5)
    checkbox('open').onChange(false)
    expect(changes).toEqual([
      ['title', 'Quay'],
      ['seats', 5],
      ['open', false],
    ])
  })

  it('is checked where the member is true', () => {
    expect(wired().checkbox('open')).toMatchObject({ name: 'open', checked: true })
  })

  it('compiles for members of the draft and values of their type only', () => {
    const { field, checkbox } = wired()
    const text = ({ value }: Field<string>): string => value
    const box = ({ checked }: Checkbox<boolean>): boolean => checked
    // @ts-expect-error -- a number is not a text
    text(field('seats'))
    // @ts-expect-error -- a text is not ticked
    box(checkbox('title'))
    // @ts-expect-error -- the draft has no such member
    text(field('name'))
    // @ts-expect-error -- a text is changed to a text
    field('title').onChange(1)
    expect([text(field('title')), box(checkbox('open'))]).toEqual(['Harbor', true])
  })
})

describe('a form', () => {
  it('tells at the field what is too long before anything is sent', () => {
    const Screen = (): ReactNode => {
      const form = useForm({
        initial: { title: 'Harbor Lights' },
        most: { title: 6 },
        send: () => Promise.resolve(),
      })
      const { name, value, fault } = form.field('title')
      return `${name}: ${value}, ${fault}`
    }
    const i18n = createInstance({ lng: 'cimode', initAsync: false })
    void i18n.init()
    const shown = renderToStaticMarkup(createElement(I18nextProvider, { i18n }, createElement(Screen)))
    expect(shown).toBe('title: Harbor Lights, form.tooLong')
  })
})
