// `npm start` and `npm test`: set up whatever the machine lacks, then do the work. Needs Node 20 and npm only; the
// rest of the repository runs on the Node that pnpm installs.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
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
const pnpmVersion = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devEngines.packageManager
  .version

const commands = { start, test }
const command = commands[process.argv[2]]
if (!command) fail(`usage: node scripts/run.mjs ${Object.keys(commands).join('|')}`)
install()
await command()

/** Installs the dependencies, unless this very lock file was installed already. */
function install() {
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml']
  const digest = createHash('sha256')
    .update(files.map((file) => readFileSync(join(root, file))).join('\n'))
    .digest('hex')
  const stamp = join(root, 'node_modules', '.commonhold-installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  process.stdout.write('Installing dependencies …\n')
  const result = spawnSync(
    'npx',
    ['--yes', `pnpm@${pnpmVersion}`, 'install', '--frozen-lockfile', '--reporter=silent'],
    { cwd: root, stdio: 'inherit' },
  )
  if (result.status !== 0) fail('The dependencies could not be installed; see above.')
  writeFileSync(stamp, digest)
}

/** Builds the page if need be, then runs API and web until one of them ends or a signal comes. */
async function start() {
  run('turbo', ['run', 'build', '--output-logs=errors-only'], { quiet: true })
  const host = process.env.HOST ?? '127.0.0.1'
  const apiUrl = `http://${host}:${process.env.PORT ?? 3000}`
  const webUrl = `http://${host}:${process.env.WEB_PORT ?? 5173}`
  const api = launch('apps/api', {
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    DATA_DIR: process.env.DATA_DIR ?? join(root, '.data'),
  })
  api.once('message', () => {
    process.stdout.write(
      `\n  Commonhold is running.\n\n  Web   ${webUrl}\n  API   ${apiUrl}\n  Docs  ${apiUrl}/docs\n\n  Sign up on the page, or sign in as the operator. Ctrl-C stops both.\n\n`,
    )
  })
  const web = launch('apps/web', {})
  await untilEnd([api, web])
}

/** Runs a package's own start command, in place of a shell, so that signals and messages reach it. */
function launch(folder, settings) {
  const { scripts } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  return spawn('sh', ['-c', `exec env ${scripts.start}`], {
    cwd: join(root, folder),
    env: { ...env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

/** One that ends takes the other with it; the exit code is the first one's. */
async function untilEnd(children) {
  let isStopping = false
  const stop = () => {
    isStopping = true
    for (const child of children) if (child.exitCode === null) child.kill('SIGTERM')
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  const codes = await Promise.all(
    children.map(
      (child) =>
        new Promise((resolve) => {
          child.once('exit', (code) => {
            const wasAsked = isStopping
            stop()
            resolve(wasAsked ? (code ?? 0) : (code ?? 1) || 1)
          })
        }),
    ),
  )
  process.exit(Math.max(...codes))
}

/** Everything that CI runs. */
function test() {
  env.CHROMIUM_PATH ??= findChromium()
  run('turbo', ['run', 'verify', 'build', '--output-logs=errors-only'])
  run('turbo', ['run', 'test', '--concurrency=1', '--output-logs=full'])
}

function findChromium() {
  const known = [
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
