import { expect, inject, test } from 'vitest'
import { expected } from '../expected.ts'
import { compiled, slowGenerators } from '../generators.ts'
import { run } from '../tools.ts'

const { address, email, password } = inject('service')

test.each(slowGenerators)('a client of $name compiles and does the round trip', async (generator) => {
  const program = await compiled(generator)
  const written = await run(process.execPath, [program, address, email, password])
  expect(JSON.parse(written)).toEqual(expected)
})
