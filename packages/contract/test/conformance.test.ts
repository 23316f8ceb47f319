import { describe, expect, test } from 'vitest'
import { components, documentValidator, namedSchemas } from './components.ts'
import { mutantsOf, sampleOf } from './mutants.ts'

/** Schemas that only the document has: they are made from other data of the contract. */
const documentOnly = (name: string) => name === 'ApiVersion' || name.endsWith('Sort')

describe('the contract and the document judge the same values alike', () => {
  test('every named schema of the document is one of the contract', () => {
    const names = Object.keys(components).filter((name) => !documentOnly(name))
    expect(names).toEqual([...namedSchemas.keys()].sort())
  })

  test.for([...namedSchemas])('%s', ([name, schema]) => {
    const accepted = documentValidator(name)
    const document = components[name] ?? {}
    const sample = sampleOf(document)
    expect(schema.safeParse(sample).error?.issues ?? [], 'the sample').toEqual([])
    expect(accepted(sample), 'the sample, by the document').toBe(true)
    const mutants = mutantsOf(document, sample)
    expect(mutants.length).toBeGreaterThan(document.type === 'object' ? 75 : 40)
    const disputed = mutants.filter(({ value }) => {
      const byContract = schema.safeParse(value).success
      return byContract !== accepted(value) && byContract !== accepted(trimmed(value))
    })
    expect(disputed.map(({ what }) => what)).toEqual([])
  })

  test.for([...namedSchemas])('%s is never null', ([name, schema]) => {
    expect([schema.safeParse(null).success, documentValidator(name)(null)]).toEqual([false, false])
  })
})

/** The only allowed difference: the contract trims texts before it judges them. */
function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(trimmed)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, trimmed(member)]))
}
