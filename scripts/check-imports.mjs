// `pnpm imports`: the folders of the API import each other one way. Part of `pnpm verify`.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folders of `apps/api/src`: each may import those of the rows below it, and none of its own row. A folder within a
 * folder (`work/issues`) may have a place of its own; then all folders beside it need one. The files of `src` itself put
 * the areas together: they import all, and nothing imports them.
 */
const order = [
  ['backup'],
  ['webhooks'],
  ['search', 'events'],
  ['work'],
  ['work/change'],
  ['work/repairs'],
  ['work/conversation'],
  ['work/issues'],
  ['work/configuration'],
  ['work/fields'],
  ['work/projects'],
  ['cmdb'],
  ['assets', 'education'],
  ['census'],
  ['times'],
  ['jobs', 'quotas'],
  ['system', 'locations'],
  ['mail', 'metrics'],
  ['http'],
  ['auth'],
  ['store'],
  ['db'],
  ['base'],
]

const src = join(dirname(dirname(fileURLToPath(import.meta.url))), 'apps', 'api', 'src')
const listed = order.flat()
const rowOf = (folder) => order.findIndex((row) => row.includes(folder))

/** The listed folder that a file belongs to; of several the innermost. Undefined for the files of `src` itself. */
function folderOf(file) {
  const folders = dirname(file).split('/')
  const within = folders.map((_, index) => folders.slice(0, index + 1).join('/'))
  return within.findLast((folder) => listed.includes(folder))
}

const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => relative(src, join(entry.parentPath, entry.name)))

/** True of a folder that the list must name: one of `src`, or one beside a folder that has a place of its own. */
const needsPlace = (folder) =>
  dirname(folder) === '.' || listed.some((other) => other !== folder && dirname(other) === dirname(folder))

const unlisted = [...new Set(files.map((file) => dirname(file)))]
  .flatMap((folder) => folder.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/')))
  .filter((folder) => folder !== '.' && needsPlace(folder) && !listed.includes(folder))
  .map((folder) => `apps/api/src/${folder} has no place among the areas: add it to scripts/check-imports.mjs`)

const importing = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*'(\.[^']*)'/g

const forbidden = files.flatMap((file) => {
  const from = folderOf(file)
  if (from === undefined) return []
  return [...readFileSync(join(src, file), 'utf8').matchAll(importing)].flatMap(([, path]) => {
    const target = relative(src, resolve(src, dirname(file), path))
    const to = folderOf(target)
    if (target.startsWith('..') || to === from || rowOf(to) > rowOf(from)) return []
    const why = to ? `${from} stands below ${to}, or beside it` : 'the files of src put the areas together'
    return [`apps/api/src/${file} must not import ${target}: ${why}`]
  })
})

const errors = [...new Set(unlisted), ...forbidden]
for (const error of errors) console.error(error)
if (errors.length > 0) console.error(`\nThe order is: ${order.map((row) => row.join(', ')).join(' -> ')}`)
process.exitCode = errors.length > 0 ? 1 : 0
