import { globSync, readFileSync } from 'node:fs'
import { formatter } from '@lingui/format-po'
import { expect, it } from 'vitest'

const folder = new URL('../../src/locales/', import.meta.url).pathname
const { parse } = formatter()

// The catalogs that a session has loaded are merged: with two translations, the one loaded last would win.
it('a text has the same translation in all catalogs', async () => {
  const found = new Map<string, Set<string>>()
  const files = globSync('**/de.po', { cwd: folder })
  for (const file of files) {
    const text = readFileSync(folder + file, 'utf8')
    const messages = await parse(text, { locale: 'de', sourceLocale: 'en', filename: file })
    for (const [id, { translation = '', message = id }] of Object.entries(messages)) {
      const key = `${message} (${id})`
      found.set(key, (found.get(key) ?? new Set()).add(translation))
    }
  }
  expect(files.length).toBeGreaterThan(10)
  expect(found.size).toBeGreaterThan(2_000)
  expect([...found].filter(([, translations]) => translations.size > 1)).toEqual([])
})
