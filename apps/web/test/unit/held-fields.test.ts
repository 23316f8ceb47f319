import { expect, it } from 'vitest'
import { heldFields } from '../../src/screens/issues/held-fields.ts'

const own = (key: string) => ({ path: `custom_fields.${key}`, is_system: false })
const builtIn = (key: string) => ({ path: `details.${key}`, is_system: true })

it('the page of an issue shows what was answered, No as well, and no built-in field that is as usual', () => {
  const issue = {
    details: { is_major: false, outage_expected: true, impact: null },
    custom_fields: { wiped: false, boxed: true, rooms: [], note: '' },
  }
  const fields = [
    ...['is_major', 'outage_expected', 'impact'].map(builtIn),
    ...['wiped', 'boxed', 'rooms', 'note', 'unanswered'].map(own),
  ]
  expect(heldFields(issue, fields).map(({ field, value }) => [field.path, value])).toEqual([
    ['details.outage_expected', true],
    ['custom_fields.wiped', false],
    ['custom_fields.boxed', true],
  ])
})
