// `npm start`, `npm run dev`, `npm run demo` and `npm test`: install what is missing, then run the command. Needs only Node 20
// and npm; the rest of the repository runs on the Node that pnpm installs.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules', '.bin')
const env = {
  ...process.env,
  PATH: `${bin}:${process.env.PATH}`,
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
}
/** Where Debian's package is; `.ci/run` installs it. */
const oldestPostgres = '/usr/lib/postgresql/15'
const pnpmVersion = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devEngines.packageManager
  .version

/** The packages of the service and the page, and those that they are built from. */
const served = ['api', 'contract', 'embedded-postgres', 'page-server', 'web'].map(
  (name) => `@commonhold/${name}`,
)

/** Options of pino-pretty: one line for each request. The settings are left out; docs/operating.md describes them. */
const readableLines = [
  '--singleLine',
  '--ignore=settings,method,operation,status,ms',
  '--messageFormat={if operation}{method} {operation} {status} in {ms} ms{end}{msg}',
]

const children = new Set()
let isStopping = false
let exitCode = 0

const commands = { start, dev, demo, test }
const command = commands[process.argv[2]]
if (!command) fail(`usage: node scripts/run.mjs ${Object.keys(commands).join('|')}`)
install()
await command()

/**
 * Installs what the command needs, unless it is already installed for this lock file: all packages to test, else only those of
 * the service and the page.
 */
function install() {
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml']
  const digest = createHash('sha256')
    .update(files.map((file) => readFileSync(join(root, file))).join('\n'))
    .digest('hex')
  const everything = `${digest} everything`
  const wanted = command === test ? everything : `${digest} ${served.join(' ')}`
  const stamp = join(root, 'node_modules', '.commonhold-installed')
  if (existsSync(stamp) && [wanted, everything].includes(readFileSync(stamp, 'utf8'))) return
  process.stdout.write('Installing dependencies …\n')
  const filters = wanted === everything ? [] : ['.', ...served].map((name) => `--filter=${name}`)
  const result = spawnSync(
    'npx',
    ['--yes', `pnpm@${pnpmVersion}`, 'install', '--frozen-lockfile', '--reporter=silent', ...filters],
    { cwd: root, stdio: 'inherit' },
  )
  if (result.status !== 0) fail('The dependencies could not be installed; see above.')
  writeFileSync(stamp, wanted)
}

/** Runs the API and, as soon as it is built, the page, until one of them ends or a signal is received. */
async function start() {
  stopOnSignals()
  const api = launch('apps/api', 'start', { ...apiSettings(), LOG_LEVEL: process.env.LOG_LEVEL || 'warn' })
  const started = addressWhenStarted(api)
  await build()
  // The API reports its port once it has started, which also means that its settings are valid.
  const apiUrl = await started
  const web = launch('apps/web', 'start', { PORT: new URL(apiUrl).port }, 'pipe')
  const webUrl = await addressOf(web)
  announce(webUrl, apiUrl, 'Sign up on the page, or sign in as the operator. Ctrl-C stops both.')
}

/** Runs the API and the page from their sources. A changed file restarts the API, or reloads the page. */
async function dev() {
  stopOnSignals()
  const api = launch('apps/api', 'dev', { ...apiSettings(), DRAIN_SECONDS: '0' }, 'pipe')
  const log = spawn('pino-pretty', readableLines, { env, stdio: ['pipe', 'inherit', 'inherit'] })
  supervise(log, { mayEnd: true })
  api.stdout.pipe(log.stdin)
  const apiUrl = await addressWhenStarted(api)
  launch('apps/web', 'dev', { PORT: new URL(apiUrl).port }, 'ignore')
  const webUrl = `http://${process.env.HOST || '127.0.0.1'}:${process.env.WEB_PORT || 5173}`
  announce(webUrl, apiUrl, 'Both follow the files that you change. Ctrl-C stops them.')
}

/** Fills the database of `npm start` with a school district; the arguments after `demo` are passed on. */
function demo() {
  Object.assign(env, apiSettings())
  run('pnpm', ['--silent', '--filter', '@commonhold/api', 'demo', ...process.argv.slice(3)])
}

function stopOnSignals() {
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

function apiSettings() {
  return { DATA_DIR: process.env.DATA_DIR || join(root, '.data') }
}

function addressWhenStarted(api) {
  return new Promise((resolve) => {
    // With `--watch`, Node sends other messages on the same channel.
    api.on('message', ({ ready }) => ready && resolve(ready))
  })
}

function announce(webUrl, apiUrl, hint) {
  process.stdout.write(
    `\n  Commonhold is running.\n\n  Web   ${webUrl}\n  API   ${apiUrl}\n  Docs  ${apiUrl}/docs\n\n  ${hint}\n\n`,
  )
}

/** The address of the page, from the first line that it prints. */
async function addressOf(web) {
  const line = await new Promise((resolve) => {
    web.stdout.once('data', resolve)
  })
  web.stdout.pipe(process.stdout)
  return /^Web: (\S+)/.exec(line)?.[1] ?? line
}

/** Builds the page if it is out of date, while the API starts. */
async function build() {
  const turbo = spawn('turbo', ['run', 'build', '--filter=@commonhold/web', '--output-logs=errors-only'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [turbo.stdout, turbo.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  turbo.once('close', (code) => {
    if (code && !isStopping) process.stderr.write(`${output}The page could not be built.\n`)
  })
  supervise(turbo, { mayEnd: true })
  await new Promise((resolve) => {
    turbo.once('close', (code) => code === 0 && resolve())
  })
}

/** Runs a script of a package, which replaces the shell (`exec`), so that signals and messages reach it. */
function launch(folder, script, settings, stdout = 'inherit') {
  const { scripts } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  const child = spawn('sh', ['-c', `exec env ${scripts[script]}`], {
    cwd: join(root, folder),
    env: { ...env, PATH: `${join(root, folder, 'node_modules', '.bin')}:${env.PATH}`, ...settings },
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  })
  supervise(child)
  return child
}

/** When a process ends, all others are stopped, unless it `mayEnd` and exits with 0. The exit code is the highest of them all. */
function supervise(child, { mayEnd = false } = {}) {
  children.add(child)
  child.once('close', (code) => {
    children.delete(child)
    if (isStopping) exitCode = Math.max(exitCode, code ?? 0)
    else if (code !== 0 || !mayEnd) {
      exitCode = code || 1
      stop()
    }
    if (isStopping && children.size === 0) process.exit(exitCode)
  })
  if (isStopping) child.kill('SIGTERM')
}

function stop() {
  isStopping = true
  for (const child of children) child.kill('SIGTERM')
}

/** Checks, builds and tests everything; in CI, some suites also on the oldest supported PostgreSQL. `.ci/run` lints the deployment, too. */
function test() {
  env.CHROMIUM_PATH ??= findChromium()
  run('turbo', ['run', 'verify', 'build', '--output-logs=errors-only'])
  testPackages()
  if (process.env.CI && existsSync(join(oldestPostgres, 'bin', 'postgres'))) testOldestPostgres()
}

/** Tests every package, even after one has failed, and prints the failed tests again at the end. */
function testPackages() {
  const failures = join(root, 'node_modules', '.commonhold-failures')
  rmSync(failures, { force: true })
  env.FAILURES_FILE = failures
  process.once('exit', () => {
    if (existsSync(failures)) process.stderr.write(`\n${readFileSync(failures, 'utf8')}`)
  })
  const reporters = ['default', join(root, 'scripts', 'failures.reporter.mjs')]
  const forVitest = reporters.map((reporter) => `--reporter=${reporter}`)
  run('turbo', ['run', 'test', '--concurrency=1', '--continue', '--output-logs=full', '--', ...forVitest])
}

/** Runs suites that depend on PostgreSQL again, on the oldest supported release and with a single database role. */
function testOldestPostgres() {
  env.TEST_POSTGRES = oldestPostgres
  // Every operation and every constraint once, and special cases: locks, time, collations, upgrades, poolers. Filters and
  // permissions are left out, because they use the same few forms of statements.
  const generated = ['every-operation', 'every-race', 'every-reference', 'row-level-security', 'schema']
  const others = [
    'auth/revocation',
    'auth/sign-in',
    'auth/throttle',
    'name-order',
    'process/rolling',
    'process/pooled',
    'seeds',
  ]
  const suites = [...generated.map((suite) => `generated/${suite}.test`), ...others]
  run('pnpm', [
    '--filter',
    '@commonhold/api',
    'exec',
    'vitest',
    'run',
    ...suites.map((suite) => `test/${suite}`),
  ])
}

function findChromium() {
  // The headless shell does the same with half of the CPU time.
  const known = [
    '/usr/lib/chromium/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ]
  const found = known.find((path) => existsSync(path))
  if (found) return found
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    process.stdout.write('Installing Chromium for the browser tests …\n')
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { quiet: true })
    return '/usr/bin/chromium'
  }
  return fail(
    'The browser tests need Chromium: install it (on Debian and Ubuntu `apt-get install chromium`), or name one in CHROMIUM_PATH.',
  )
}

function run(name, args, { quiet = false } = {}) {
  const result = spawnSync(name, args, {
    cwd: root,
    env,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    encoding: 'utf8',
  })
  if (result.status === 0) return
  if (quiet) process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`)
  fail(`${name} ${args.join(' ')} failed.`)
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
