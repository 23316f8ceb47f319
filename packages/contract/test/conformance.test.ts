import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { contract } from '../src/index.ts'
import { endpointsOf, type JsonSchema } from '../src/kernel/openapi/types.ts'
import {
  components,
  documentValidator,
  namedSchemas,
  queryParameters,
  refusedByDocument,
} from './components.ts'
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
    expect(mutants.length).toBeGreaterThan(40)
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

describe('the contract and the document judge the same parameters alike', () => {
  const lists = endpointsOf(contract).filter(({ endpoint }) => endpoint.query)

  test.for(lists)('$place', ({ endpoint }) => {
    const contracted = endpoint.query as z.ZodType
    // Only the service can check parameters that a tenant's data defines.
    const judged = queryParameters(endpoint).filter(({ name }) => name !== endpoint.collection?.open?.name)
    const needed = Object.fromEntries(
      judged.flatMap(({ name, schema, required }) => (required ? [[name, sampleOf(schema)]] : [])),
    )
    for (const { name, schema } of judged) {
      const sample = sampleOf(schema)
      expect(
        contracted.safeParse({ ...needed, [name]: sample }).success,
        `${name} = ${JSON.stringify(sample)}`,
      ).toBe(true)
      const disputed = mutantsOf(schema, sample).filter(({ value }) => {
        if (isText(value, schema)) return false
        const byContract = contracted.safeParse({ ...needed, [name]: value }).success
        return [value, trimmed(value)].every(
          (read) => byContract === Boolean(refusedByDocument(schema, read)),
        )
      })
      expect(disputed.map(({ what }) => `${name}: ${what}`)).toEqual([])
    }
  })
})

/** True for a parameter as text, which the contract still converts to the value that the document describes. */
function isText(value: unknown, { type }: JsonSchema): boolean {
  return type === 'array' ? !Array.isArray(value) : typeof value === 'string' && type !== 'string'
}

/** The only allowed difference: the contract trims texts before it validates them. */
function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(trimmed)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, trimmed(member)]))
}
