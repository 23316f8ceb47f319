import { expect, it } from 'vitest'
import { bodyOf, changesOf, type FormField, textsOfRecord } from '../../src/records/form-field.tsx'

const fields: readonly FormField[] = [
  { kind: 'text', name: 'title', label: 'Title', isRequired: true },
  { kind: 'long', name: 'description', label: 'Description' },
  { kind: 'list', name: 'labels', label: 'Labels' },
  { kind: 'flag', name: 'is_active', label: 'In use' },
]
const start = { description: 'What broke?', labels: 'new', is_active: 'true' }

it('a new record is sent without what stayed empty, and with what was cleared', () => {
  const texts = { title: 'A', description: ' ', labels: '', is_active: '' }
  expect(bodyOf(fields, texts)).toEqual({ title: 'A' })
  expect(bodyOf(fields, texts, start)).toEqual({
    title: 'A',
    description: null,
    labels: [],
    is_active: false,
  })
})

it('a new record is sent with what the form began with', () => {
  expect(bodyOf(fields, { title: 'A', ...start }, start)).toEqual({
    title: 'A',
    description: 'What broke?',
    labels: ['new'],
    is_active: true,
  })
})

it('a change is sent with what differs', () => {
  const before = { title: 'A', ...start }
  expect(changesOf(fields, { ...before, description: '', is_active: '' }, before)).toEqual({
    description: null,
    is_active: false,
  })
})

it('a change of one choice keeps the values that are no longer offered', () => {
  const days: FormField = { kind: 'choices', name: 'days', label: 'Days', options: [['mo', 'Monday']] }
  const before = textsOfRecord([days], { days: ['so', 'mo'] })
  expect(before).toEqual({ days: 'mo\nso' })
  expect(changesOf([days], { days: 'mo\nso' }, before)).toEqual({})
  expect(changesOf([days], { days: 'so' }, before)).toEqual({ days: ['so'] })
})
