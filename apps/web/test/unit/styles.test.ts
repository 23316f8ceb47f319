import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('../../src/', import.meta.url))
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
const read = (pattern: RegExp) =>
  files
    .filter((file) => pattern.test(file))
    .map((file) => ({ file, text: readFileSync(source + file, 'utf8') }))

const screens = read(/\.tsx?$/)
const styled = new Set(
  read(/\.css$/).flatMap(({ text }) => [...text.matchAll(/\.([a-z][a-z0-9-]*)/g)].map(([, name]) => name)),
)

/** The complete class names in the elements of a file. Computed names, which end in a dash, are left out. */
function classesOf({ file, text }: { readonly file: string; readonly text: string }): string[] {
  const found: string[] = []
  new Visitor({
    JSXAttribute({ name, start, end }) {
      if (name.name !== 'className') return
      const texts = text.slice(start, end).matchAll(/(?<!== )(["'`])([a-z][a-z0-9 -]*)(\1|\$)/g)
      found.push(...[...texts].flatMap(([, , names = '']) => names.split(' ')))
    },
  }).visit(parseSync(file, text).program)
  return found.filter((name) => name !== '' && !name.endsWith('-'))
}

test.each(
  screens.filter((screen) => classesOf(screen).length > 0).map((screen) => [screen.file, screen] as const),
)('each class of %s has a style', (_, screen) => {
  expect(classesOf(screen).filter((name) => !styled.has(name))).toEqual([])
})
