import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { chosenPictures } from '../../gallery/chosen.ts'
import { screens } from '../../gallery/screens.ts'
import { states } from '../../gallery/states.ts'

const source = fileURLToPath(new URL('../../src/', import.meta.url))
const names = [...screens, ...states.map(({ name }) => name)]

/** The paths of all routes, each without those of its parents. */
const paths = globSync(['router.tsx', 'screens/*/routes.ts'], { cwd: source })
  .flatMap((file) => [...readFileSync(source + file, 'utf8').matchAll(/^ {2}path: '(\/[^']+)'/gm)])
  .map(([, path = '']) => path)

it('each screen has a picture in the gallery', () => {
  expect(paths.length).toBeGreaterThan(60)
  const shown = screens.map((at) => withoutNames(at.replace(/\?.*/, '')))
  const above = ['/settings', '/operator']
  const missing = paths.filter(
    (path) => !above.includes(path) && !shown.some((at) => at.endsWith(withoutNames(path))),
  )
  expect(missing, 'add them to gallery/screens.ts').toEqual([])
})

it('the gallery has at most 120 pictures, each of a name of its own, and those of docs/screens.md are among them', () => {
  expect(names.length).toBeLessThanOrEqual(120)
  expect(new Set(names).size).toBe(names.length)
  expect(chosenPictures.filter(({ of }) => !names.includes(of))).toEqual([])
})

/** The gallery gives a parameter another name if another screen has one of the same name, so the names are ignored. */
const withoutNames = (path: string) => path.replace(/\$\w+/g, '$')
