import { expect, test } from 'vitest'
import { kindOfError } from '../../src/base/kind-of-error.ts'

test.each([
  [
    Object.assign(new Error('with values'), { name: 'PostgresError', code: '55P03' }),
    { type: 'PostgresError', code: '55P03' },
  ],
  [new TypeError('with values'), { type: 'TypeError' }],
  ['with values', { type: 'string' }],
])('%s is logged by its name and code alone', (error, logged) => {
  expect(kindOfError(error)).toEqual(logged)
})
