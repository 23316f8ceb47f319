import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { type FormField, textsOfRecord } from '../../src/records/form-field.tsx'
import { merge } from '../../src/records/merge.ts'
import type { Pickable } from '../../src/records/picker.tsx'
import { TheirValue } from '../../src/records/their-value.tsx'

/** The real module needs the address of the service, which it reads from the page. */
vi.mock('../../src/account/queries.ts', () => ({ permissionsQuery: { queryKey: ['me', 'permissions'] } }))

const models: Pickable = { kind: 'models', find: async () => [], get: async (id) => ({ id, text: id }) }
const label: FormField = { kind: 'text', name: 'label', label: 'Label' }
const hidden: FormField = { kind: 'flag', name: 'hidden', label: 'Hidden' }
const kind: FormField = {
  kind: 'choice',
  name: 'kind',
  label: 'Kind',
  options: [
    ['a', 'Email'],
    ['b', 'Phone'],
  ],
}
const model: FormField = { kind: 'record', name: 'model', label: 'Model', of: models }
const days: FormField = {
  kind: 'choices',
  name: 'days',
  label: 'Days',
  options: [
    ['mo', 'Monday'],
    ['fr', 'Friday'],
  ],
  formerOptions: [['so', 'Sunday']],
}
const fields = [label, hidden, kind, model, days]

/** Two changes of a record: one's own are what its form holds, theirs are the record as it is now. */
function merged(mine: Readonly<Record<string, string>>, theirs: object) {
  const before = { label: 'old', hidden: false, kind: 'a', model: '1', days: ['fr', 'mo'] }
  const held = { label: 'old', hidden: '', kind: 'a', model: '1', days: 'mo\nfr', ...mine }
  const now = { ...before, ...theirs }
  return merge(fields, textsOfRecord(fields, before), held, now, textsOfRecord(fields, now))
}

it('a box that only somebody else has ticked is ticked', () => {
  const { shown, conflicts } = merged({ label: 'new' }, { hidden: true, days: ['fr'] })
  expect(shown).toEqual({ label: 'new', hidden: 'true', kind: 'a', model: '1', days: 'fr' })
  expect(conflicts).toEqual({})
})

it('what both have changed is one’s own, beside what they wrote', () => {
  const { shown, conflicts } = merged({ label: 'mine' }, { label: 'theirs', kind: 'b' })
  expect(shown).toEqual({ label: 'mine', hidden: '', kind: 'b', model: '1', days: 'mo\nfr' })
  expect(conflicts).toEqual({ label: 'theirs' })
})

it.each([
  { field: label, text: 'theirs', expected: 'theirs' },
  { field: label, text: '', expected: '–' },
  { field: hidden, text: 'true', expected: 'Yes' },
  { field: hidden, text: '', expected: 'No' },
  { field: kind, text: 'b', expected: 'Phone' },
  { field: model, text: '2', expected: 'Crane' },
  { field: days, text: 'mo\nfr\nso', expected: 'Monday, Friday, Sunday' },
])('what they wrote into the field $field.label is shown as $expected', ({ field, text, expected }) => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const client = new QueryClient()
  client.setQueryData(['models', 'choice', '2'], { id: '2', text: 'Crane' })
  const value = createElement(TheirValue, { field, text })
  const page = createElement(QueryClientProvider, { client }, createElement(I18nProvider, { i18n }, value))
  expect(renderToStaticMarkup(page)).toBe(expected)
})
