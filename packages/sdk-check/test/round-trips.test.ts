import { expect, inject, test } from 'vitest'
import { expected } from './expected.ts'
import { compiled, generators } from './generators.ts'
import { run } from './tools.ts'

const { address, email, password } = inject('service')

test.each(generators)(
  'a client of $name compiles under strict settings and does the round trip',
  async (generator) => {
    const program = await compiled(generator)
    const written = await run(process.execPath, [program, address, email, password])
    expect(JSON.parse(written)).toEqual(expected)
  },
)
