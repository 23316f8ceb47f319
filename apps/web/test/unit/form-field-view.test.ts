import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { FormField } from '../../src/records/form-field.tsx'
import FormFieldView from '../../src/records/form-field-view.tsx'

/** The real module needs the address of the service, which it reads from the page. */
vi.mock('../../src/account/queries.ts', () => ({ permissionsQuery: { queryKey: ['me', 'permissions'] } }))

const room: FormField = { kind: 'choice', name: 'room', label: 'Room', options: [['a12', 'A 12']] }
const days: FormField = {
  kind: 'choices',
  name: 'days',
  label: 'Days',
  options: [
    ['mo', 'Monday'],
    ['fr', 'Friday'],
  ],
  formerOptions: [
    ['sa', 'Saturday'],
    ['so', 'Sunday'],
  ],
}

function htmlOf(field: FormField, value: string): string {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const view = createElement(FormFieldView, { field, value, error: undefined })
  return renderToStaticMarkup(createElement(I18nProvider, { i18n }, view))
}

/** The values that a choice offers, and which one is chosen. */
function offered(value: string) {
  const html = htmlOf(room, value)
  const options = [...html.matchAll(/<option value="(\w*)"( selected="")?/g)]
  return options.map(([, key, chosen]) => (chosen ? `${key} chosen` : key))
}

it('a choice keeps the value of a record when it is no longer offered', () => {
  expect(offered('')).toEqual([' chosen', 'a12'])
  expect(offered('a12')).toEqual(['', 'a12 chosen'])
  expect(offered('b3')).toEqual(['', 'a12', 'b3 chosen'])
})

it('boxes keep the values of a record that are no longer offered', () => {
  const boxes = (value: string) =>
    [...htmlOf(days, value).matchAll(/<input([^>]*) value="(\w+)"\/>(\w+)/g)].map(
      ([, attributes = '', key, text]) => `${key} ${text}${attributes.includes('checked') ? ' chosen' : ''}`,
    )
  expect(boxes('')).toEqual(['mo Monday', 'fr Friday'])
  expect(boxes('fr\nso\nxy')).toEqual(['mo Monday', 'fr Friday chosen', 'so Sunday chosen', 'xy xy chosen'])
})
