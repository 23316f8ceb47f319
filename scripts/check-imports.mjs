// `pnpm imports`: checks that the folders of the API import each other in one direction, and that the file names of areas
// contain a role. Part of `pnpm verify`.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folders of `apps/api/src`. A folder may import those of the rows below it, and none of its own row. A folder within a
 * folder (`work/issues`) may be listed itself; then all folders beside it must be listed. The files directly in `src` connect
 * the areas: they may import all folders, and no folder may import them.
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

/** Folders of infrastructure, without records of tenants. Every other folder is an area. */
const serving = ['backup', 'jobs', 'mail', 'metrics', 'http', 'auth', 'store', 'db', 'base']

/** The roles of files in areas: the last part of the name, as in `x.rules.ts`. Only the first three may contain SQL. */
const roles = ['table', 'store', 'repository', 'handlers', 'rules', 'service', 'seeds', 'texts']
const withSql = roles.slice(0, 3)

const src = join(dirname(dirname(fileURLToPath(import.meta.url))), 'apps', 'api', 'src')
const listed = order.flat()
const rowOf = (folder) => order.findIndex((row) => row.includes(folder))

/** The innermost listed folder that contains a file; undefined for the files directly in `src`. */
function folderOf(file) {
  const folders = dirname(file).split('/')
  const within = folders.map((_, index) => folders.slice(0, index + 1).join('/'))
  return within.findLast((folder) => listed.includes(folder))
}

const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => relative(src, join(entry.parentPath, entry.name)))

/** True for a folder that must be listed: one of `src`, or one beside a listed folder. */
const needsPlace = (folder) =>
  dirname(folder) === '.' || listed.some((other) => other !== folder && dirname(other) === dirname(folder))

const unlisted = [...new Set(files.map((file) => dirname(file)))]
  .flatMap((folder) => folder.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/')))
  .filter((folder) => folder !== '.' && needsPlace(folder) && !listed.includes(folder))
  .map((folder) => `apps/api/src/${folder} has no place among the areas: add it to scripts/check-imports.mjs`)

/** The role of a file of an area; undefined when its name contains none. */
const roleOf = (file) => /(?:^|\/)[^./]+\.([a-z]+)\.ts$/.exec(file)?.[1]

const inAreas = files.filter((file) => file.includes('/') && !serving.includes(file.split('/')[0]))
const withoutRole = inAreas
  .filter((file) => !/\/(?:index|seeds)\.ts$/.test(file) && !roles.includes(roleOf(file)))
  .map((file) => `apps/api/src/${file} must have a role in its name, such as x.rules.ts: ${roles.join(', ')}`)
/** A service may import types of drizzle, for values that it passes to a store. */
const drizzleIn = (role) =>
  role === 'service' ? /^import (?!type\b)[^']*? from 'drizzle-orm/m : /^import [^']*? from 'drizzle-orm/m
const withForeignSql = inAreas
  .filter((file) => !withSql.includes(roleOf(file)))
  .filter((file) => drizzleIn(roleOf(file)).test(readFileSync(join(src, file), 'utf8')))
  .map((file) => `apps/api/src/${file} must not import drizzle: SQL belongs in ${withSql.join(', ')}`)

/** Roles that read or write the database; rules may import only types from their files. */
const impure = ['table', 'store', 'repository', 'service', 'handlers']

/** Matches imports, with the imported names. An import without names counts as an import of a value. */
const imports = /\b(?:import|export)\s+(type\b)?([^'";]*?)\bfrom\s*'(\.[^']*)'|\bimport\s*\(?\s*'(\.[^']*)'/g

/** True for an import of types alone: `import type { X }`, `import { type X, type Y }`. */
const bringsTypes = (isType, names) =>
  isType !== undefined ||
  names
    ?.replaceAll(/[{}]/g, '')
    .split(',')
    .map((name) => name.trim())
    .every((name) => name === '' || name.startsWith('type '))

/** Rules decide on loaded data: they must not be async, and not import code that reads or writes the database. */
const withImpureRules = files
  .filter((file) => roleOf(file) === 'rules')
  .flatMap((file) => {
    const text = readFileSync(join(src, file), 'utf8')
    const values = [...text.matchAll(imports)]
      .filter(([, isType, names]) => !bringsTypes(isType, names))
      .map(([, , , from, alone]) => from ?? alone)
      .filter((path) => impure.includes(roleOf(path)))
      .map((path) => `must import nothing but types from ${path}`)
    const waiting = /\basync\s*(?:function\b|\()/.test(text) ? ['must have no async function'] : []
    return [...values, ...waiting].map(
      (what) => `apps/api/src/${file} ${what}: rules are pure; load what they need in a service`,
    )
  })

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

const errors = [...new Set(unlisted), ...forbidden, ...withoutRole, ...withForeignSql, ...withImpureRules]
for (const error of errors) console.error(error)
if (unlisted.length + forbidden.length > 0)
  console.error(`\nThe order is: ${order.map((row) => row.join(', ')).join(' -> ')}`)
process.exitCode = errors.length > 0 ? 1 : 0
