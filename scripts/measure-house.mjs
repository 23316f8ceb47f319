// `npx pnpm measure-house`: prints code metrics beside their target values. `--no-types` leaves out the type checks, which
// take most of the time. Durations of tests come from the cache of the last run of Vitest.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const source = join(root, 'apps', 'api', 'src')

/** Folders of `apps/api/src` that do not count as areas. */
const foundations = ['base', 'db', 'store', 'auth', 'http']

/** The issue engine: the code that creates and changes issues, without handlers, tables, stores and repositories. */
const engineFolders = ['work/change', 'work/issues', 'work/conversation'].map((name) => join(source, name))
/** Of the rooms other than `change`, only the services that a change of an issue calls. */
const engineServices =
  /\/issue-(references|custom-fields|configured-values|lock|body-errors|assignees|recording)\.service\.ts$/

/** The target values of rows. */
const targets = {
  'base, db, store, auth and http': '3,500 lines',
  'apps/api/src/work': 'six folders, no files beside them',
  'areas in a circle': 'none',
  'imports of areas by foundations': 'none',
  'the issue engine': '10 files, 1,700 lines',
  'type check of all three': '10 s of CPU',
  'test files of the API': 'slowest 60 s',
  'a resource (location-types)': '4 files, and a place in 2',
}

/** A catalogue resource without special behaviour; adding-a-resource.md describes how it was added. */
const resource = {
  file: 'location-types',
  names: /location[-_ ]?types?/i,
  /** Files that use the resource; they are not counted. */
  users: [
    'contract/src/locations/locations.ts',
    'api/src/locations/locations.store.ts',
    'api/src/locations/locations.table.ts',
  ],
}

const packages = ['packages/contract', 'apps/api', 'apps/web']

const rows = [
  ...foundations.flatMap(rowOfFolder),
  row(
    'base, db, store, auth and http',
    sizeOf(foundations.flatMap((folder) => filesIn(join(source, folder)))),
  ),
  ...rowOfFolder('work'),
  ...roomsOf('work').map((room) =>
    row(`apps/api/src/work/${room}`, sizeOf(filesIn(join(source, 'work', room)))),
  ),
  ...areaRows(),
  engineRow(),
  ...testRows(),
  ...(process.argv.includes('--no-types') ? [] : typeRows()),
  resourceRow(),
]
// The last column is not padded.
const widths = [0, 1].map((column) => Math.max(4, ...rows.map((cells) => cells[column].length)))
const print = (cells) =>
  process.stdout.write(`| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`)
print(['What', 'Wanted', 'Now'])
print([...widths.map((width) => '-'.repeat(width)), '---'])
for (const cells of rows) print(cells)

function row(what, now) {
  return [what, targets[what] ?? '', now]
}

function rowOfFolder(name) {
  const folder = join(source, name)
  if (!existsSync(folder)) return []
  const files = filesIn(folder)
  const here = files.filter((file) => dirname(file) === folder)
  return [row(`apps/api/src/${name}`, `${sizeOf(files)}; ${here.length} files directly in it`)]
}

function roomsOf(area) {
  return readdirSync(join(source, area), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}

/** The TypeScript and SQL files below a folder. */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|sql)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

function linesOf(file) {
  return readFileSync(file, 'utf8').split('\n').length - 1
}

function sizeOf(files) {
  const lines = files.reduce((sum, file) => sum + linesOf(file), 0)
  return `${files.length} files, ${lines.toLocaleString('en')} lines`
}

/** Imports from one area into another, and the areas that are in a cycle of imports. */
function areaRows() {
  const areas = readdirSync(source, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !foundations.includes(entry.name))
    .map(({ name }) => name)
  const imports = new Map()
  for (const file of filesIn(source)) {
    const from = relative(source, file).split(sep)[0]
    for (const [, target] of readFileSync(file, 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)) {
      const to = relative(source, resolve(dirname(file), target)).split(sep)[0]
      if (from !== to && areas.includes(to))
        imports.set(`${from} ${to}`, (imports.get(`${from} ${to}`) ?? 0) + 1)
    }
  }
  const pairs = [...imports].filter(([pair]) => areas.includes(pair.split(' ')[0]))
  const count = pairs.reduce((sum, [, many]) => sum + many, 0)
  const upward = [...imports].filter(([pair]) => foundations.includes(pair.split(' ')[0]))
  const inCircle = areas.filter((area) => reaches(area, area, pairs))
  return [
    row('imports among areas', `${pairs.length} directed pairs, ${count} imports`),
    row('areas in a circle', inCircle.length === 0 ? 'none' : `${inCircle.length}: ${inCircle.join(', ')}`),
    row(
      'imports of areas by foundations',
      upward.map(([pair, many]) => `${pair.replace(' ', ' -> ')} ${many}`).join(', ') || 'none',
    ),
  ]
}

function reaches(from, to, pairs, visited = new Set()) {
  const next = pairs.map(([pair]) => pair.split(' ')).filter(([start]) => start === from)
  return next.some(([, area]) => {
    if (area === to) return true
    if (visited.has(area)) return false
    visited.add(area)
    return reaches(area, to, pairs, visited)
  })
}

function engineRow() {
  const files = engineFolders
    .flatMap(filesIn)
    .filter((file) =>
      file.includes(`${sep}change${sep}`)
        ? !/\.(handlers|store|table|repository)\.ts$|index\.ts$/.test(file)
        : engineServices.test(file),
    )
  return row('the issue engine', sizeOf(files))
}

/** The durations of test files, which Vitest stores in its cache for the last run of each. */
function testRows() {
  const cache = join(root, 'apps', 'api', 'node_modules', '.vite', 'vitest')
  const files = existsSync(cache)
    ? readdirSync(cache, { recursive: true }).filter((name) => name.endsWith('results.json'))
    : []
  const results = files
    .flatMap((name) => Object.values(JSON.parse(readFileSync(join(cache, name), 'utf8')).projects))
    .flatMap((project) => Object.entries(project.files))
  const tests = results
    .map(([name, { duration }]) => ({ name, seconds: Math.round(duration / 1_000) }))
    .sort((one, other) => other.seconds - one.seconds)
  const total = tests.reduce((sum, { seconds }) => sum + seconds, 0)
  const there = filesIn(join(root, 'apps', 'api', 'test')).filter((file) => file.endsWith('.test.ts'))
  const [slowest] = tests
  return [
    row(
      'test files of the API',
      slowest
        ? `${there.length} files; last runs of ${tests.length}: ${total} s, slowest ${slowest.name} ${slowest.seconds} s`
        : `${there.length} files; none has run here yet`,
    ),
  ]
}

/** Type-checks the contract, the server and the page in one build, so that declarations that they share count once. */
function typeRows() {
  // The shell reports the CPU time of its child processes, which Node does not. GOGC is set as in the scripts `check`.
  const command = `GOGC=800 tsc --build --force --singleThreaded --extendedDiagnostics ${packages.join(' ')}; code=$?; times; exit $code`
  const { stdout, status } = spawnSync('sh', ['-c', command], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` },
  })
  if (status !== 0) return [row('type check of all three', 'fails')]
  const instantiations = [...stdout.matchAll(/^Instantiations:\s+(\d+)/gm)].map(([, count]) => Number(count))
  return [
    ...packages.map((name, at) =>
      row(`type check of ${name}`, `${instantiations[at]?.toLocaleString('en')} instantiations`),
    ),
    row('type check of all three', `${secondsOf(stdout).toFixed(1)} s of CPU`),
  ]
}

/** The last line of `times`: user and system time of the children, as `0m4.75s 0m0.60s`. */
function secondsOf(output) {
  const [last = ''] = output.trim().split('\n').slice(-1)
  return [...last.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + minutes * 60 + Number(seconds),
    0,
  )
}

/** The files of the resource, and all others that name it, except those that only use it. */
function resourceRow() {
  const code = [source, join(root, 'packages', 'contract', 'src')].flatMap(filesIn)
  const own = code.filter((file) => file.includes(`${sep}${resource.file}.`))
  const named = code.filter((file) => !own.includes(file) && resource.names.test(readFileSync(file, 'utf8')))
  const names = named
    .map((file) => relative(root, file))
    .filter((name) => !resource.users.some((user) => name.endsWith(user)))
  return row(
    `a resource (${resource.file})`,
    `${own.length} files, and a place in ${names.length}: ${names.join(', ')}`,
  )
}
