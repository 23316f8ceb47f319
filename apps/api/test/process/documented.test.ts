import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { QUEUE_LIMIT } from '../../src/auth/passwords/hasher.ts'
import {
  BULK_DEADLINE,
  BULK_REQUEST_DEADLINE,
  REQUEST_DEADLINE,
  SLICE_DEADLINE,
} from '../../src/base/deadline.ts'
import { VERSION } from '../../src/base/version.ts'
import { usage } from '../../src/commands.ts'
import { SLICE } from '../../src/http/bulk.ts'
import { MOST_CONNECTIONS, serverOptions } from '../../src/http/listen.ts'
import { BODY_DEADLINE, BODY_LIMITS, OPEN_BODIES } from '../../src/http/receive.ts'
import { readSettings, settingNames } from '../../src/settings.ts'

const root = join(import.meta.dirname, '../../../..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
]
const shellIn = (path: string) => matches(textOf(path), /^ *```sh\n([\s\S]*?)^ *```$/gm)
const operating = textOf('docs/operating.md')
const compose = textOf('compose.yaml')
const chart = readdirSync(join(root, 'deploy/helm/templates'))
  .map((name) => textOf(`deploy/helm/templates/${name}`))
  .join('\n')

test.each(documents.flatMap((path) => shellIn(path).map((text, at) => [path, at + 1, text] as const)))(
  '%s: bash reads example %i',
  (_, __, text) => {
    // Replaces the placeholders that a reader fills in, such as <id>.
    const filled = text.replace(/<[a-z ]+>/g, 'x')
    expect(() =>
      execFileSync('bash', ['-n'], { input: filled, stdio: ['pipe', 'pipe', 'pipe'] }),
    ).not.toThrow()
  },
)

test.each(documents)('%s names files that exist', (path) => {
  const linked = matches(textOf(path), /\]\(([^)#\s]+)(?:#[^)]*)?\)/g).filter(
    (target) => !/^\w+:/.test(target),
  )
  const named = matches(textOf(path), /`((?:apps|bench|deploy|docs|packages|scripts)\/[\w./-]+)`/g)
  const places = [...linked.map((target) => join(path, '..', target)), ...named]
  expect(places.filter((place) => !existsSync(join(root, place)))).toEqual([])
})

/** The headings of a document, as the anchors of links. */
const anchorsOf = (path: string) =>
  matches(textOf(path), /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )

test.each(documents)('%s links to headings that exist', (path) => {
  const links = [...textOf(path).matchAll(/\]\(([^)#\s:]*\.md)?#([^)]+)\)/g)]
  const gone = links.filter(([, target, anchor = '']) => {
    const place = target === undefined ? path : join(path, '..', target)
    return !anchorsOf(place).includes(anchor)
  })
  expect(gone.map(([link]) => link)).toEqual([])
})

/** The forms of the commands in `usage`: a name in <> stands for any word, and a part in [] is optional. */
const forms = matches(usage, /^(?:usage:| {6}) (\S+(?: \S+)*)/gm).map((form) => {
  const pattern = form.replace(/ \[(--[\w-]+)\]/g, '(?: $1)?').replace(/<\w+>/g, '(?:<[^>]+>|\\S+)')
  return new RegExp(`^${pattern}$`)
})
const isCommand = (words: string) => forms.some((form) => form.test(words))

const scriptsOf = (folder: string): string[] =>
  Object.keys(JSON.parse(textOf(join(folder, 'package.json'))).scripts ?? {})
const places: Readonly<Record<string, string>> = {
  '@commonhold/api': 'apps/api',
  '@commonhold/web': 'apps/web',
  '@commonhold/contract': 'packages/contract',
}

/** Commands of pnpm, which are not scripts of a package. */
const ofPnpm = ['install', 'exec', 'run', 'sbom']

test.each(documents)('%s names commands that exist', (path) => {
  const text = textOf(path).replace(/\n/g, ' ')
  const called = [
    ...text.matchAll(
      /npx (?:--yes )?pnpm(?:@[\d.]+)? (?:--silent )?(?:--filter (@commonhold\/\w+) )?([a-z][a-z-]*)/g,
    ),
  ]
  const gone = called.filter(
    ([, name, script = '']) => ![...ofPnpm, ...scriptsOf(name ? (places[name] ?? '') : '.')].includes(script),
  )
  expect(gone.map(([call]) => call)).toEqual([])
})

test('each command of the operating manual is written as in the usage of the command', () => {
  const lines = shellIn('docs/operating.md').join('\n').split('\n')
  const written = lines.flatMap((line) => [
    ...matches(line, /--filter @commonhold\/api ([^#|&<>]*(?:<[^>]+>)?)/g),
    ...matches(line, /src\/command\.ts ([^#|&<>]*)/g),
  ])
  const commands = written.map((words) => words.trim()).filter((words) => words !== 'start')
  expect(commands.length).toBeGreaterThan(12)
  expect(commands.filter((words) => !isCommand(words))).toEqual([])
})

test('services and profiles of compose, and workloads of the chart, are there', () => {
  const [, services = ''] = /^services:\n([\s\S]*?)^\w/m.exec(compose) ?? []
  const named = matches(operating, /docker compose (?:exec|run)((?: --?\S+)* \w+)/g).map((words) =>
    words.split(' ').at(-1),
  )
  expect(named).toContain('service')
  expect(
    [...new Set(named)].sort().filter((name) => !matches(services, /^ {2}(\w+):$/gm).includes(name ?? '')),
  ).toEqual([])
  const profiles = matches(operating, /--profile (\w+)/g)
  expect(profiles.sort()).toEqual(matches(compose, /profiles: \[(\w+)\]/g).sort())
  const [release = ''] = matches(operating, /helm install (\w+) deploy\/helm/g)
  const workloads = matches(operating, /deploy\/(\w+-\w+)(?![\w.])/g)
  expect(workloads).toContain(`${release}-api`)
  for (const workload of workloads)
    expect(chart).toContain(
      `kind: Deployment\nmetadata:\n  name: {{ include "commonhold.name" . }}${workload.slice(release.length)}\n`,
    )
})

test('the alert of an instance that is down names the job that the manual and the chart give', () => {
  const jobs = matches(textOf('deploy/alerts.yaml'), /job="(\w+)"/g)
  expect([...new Set(jobs)]).toEqual(matches(operating, /job_name: (\w+)/g))
  const [, label, job] =
    /source_labels: \[__meta_kubernetes_pod_label_(\w+)\]\n {2}regex: (\w+)\n {2}target_label: job\n {2}replacement: \2\n/.exec(
      operating,
    ) ?? []
  expect(jobs).toContain(job)
  const [, jobLabel = ''] = /jobLabel: (\S+)/.exec(chart) ?? []
  expect(jobLabel.replace(/\W/g, '_')).toBe(label)
  expect(textOf('deploy/helm/templates/_helpers.tpl')).toContain(`${jobLabel}: ${job}\n`)
})

test('service, document and chart have one version', () => {
  const versions = [
    JSON.parse(textOf('apps/api/package.json')).version,
    JSON.parse(textOf('packages/contract/openapi.json')).info.version,
    ...matches(textOf('deploy/helm/Chart.yaml'), /^appVersion: (\S+)$/gm),
  ]
  expect(versions).toEqual([VERSION, VERSION, VERSION])
})

test('the image that is installed on Kubernetes is the one that was built and pushed', () => {
  const built = matches(operating, /^docker build -t (\S+) \.$/gm)
  const pushed = matches(operating, /^docker push (\S+)$/gm)
  const [, repository, tag] = /--set image\.repository=(\S+) --set image\.tag=(\S+)/.exec(operating) ?? []
  expect([built, pushed]).toEqual([[`${repository}:${tag}`], [`${repository}:${tag}`]])
})

test('the folders of an installation are those of the unit and of the image', () => {
  const [unit, backup] = ['deploy/commonhold.service', 'deploy/commonhold-backup.service'].map(textOf)
  const dockerfile = textOf('Dockerfile')
  expect(unit).toContain('WorkingDirectory=/srv/commonhold/app/apps/api\n')
  expect(operating).toContain('cd /srv/commonhold/app\n')
  for (const file of new Set(matches(operating, /(\/etc\/commonhold\/[\w-]+)/g)))
    expect(`${unit}${backup}`).toContain(`${file}\n`)
  const folders = new Set(matches(operating, /(\/var\/backups\/[\w-]+)/g))
  expect([...folders]).toEqual([...new Set(matches(backup ?? '', /(\/var\/backups\/[\w-]+)/g))])
  // `docker compose exec` and `kubectl exec` start in the last `WORKDIR` of the image.
  expect(matches(dockerfile, /^WORKDIR (.+)$/gm).at(-1)).toBe('/srv/commonhold/apps/api')
  expect(dockerfile).toContain('CMD ["node", "src/main.ts"]')
})

test('the maps of the router name its cells, and the examples what is in them', () => {
  const router = textOf('deploy/cells/haproxy.cfg')
  const backends = matches(router, /^backend (\w+)$/gm)
  const [hosts = [], homes = []] = ['cells.map', 'tenants.map'].map((name) =>
    [...textOf(`deploy/cells/${name}`).matchAll(/^([^#\s]\S*) (\S+)$/gm)].map(([, key = '', value = '']) => ({
      key,
      value,
    })),
  )
  expect(new Set(hosts.map(({ value }) => value))).toEqual(new Set(['cell_a', 'cell_b']))
  expect(homes.length).toBeGreaterThan(1)
  const served = hosts.map(({ key }) => key)
  expect(homes.filter(({ value }) => !served.includes(value))).toEqual([])
  const changes = [
    ...textOf('docs/scaling.md').matchAll(/set map cells\.map (\S+) (\w+)' \| socat - (\S+)`/g),
  ]
  expect(changes.length).toBe(2)
  for (const [, host = '', backend = '', socket = ''] of changes) {
    expect(served).toContain(host)
    expect(backends).toContain(backend)
    expect(router).toContain(`stats socket ${socket} `)
  }
})

/** Programs whose command lines other users of the machine can see, and patterns of passwords on a command line. */
const SHOWN = /^(?:runuser|psql|pg_\w+|docker|kubectl|coproc|helm)\b/
const PASSWORD = /--from-literal|\bpassword '|DATABASE_(?:DIRECT_|READ_)?URL["}]|_PASSWORD=|:[^@/\s]+@/

test('no example of the manual has a password on a command line', () => {
  const lines = shellIn('docs/operating.md')
    .join('\n')
    .split('\n')
    .map((line) => line.replace(/^(?:[A-Z_]+=(?:"[^"]*"|\S*) )+/, ''))
    .filter((line) => SHOWN.test(line))
  expect(lines.length).toBeGreaterThan(15)
  expect(lines.filter((line) => PASSWORD.test(line))).toEqual([])
})

const [, settingsTable = ''] = /^\| Setting [\s\S]*?\n((?:\|.*\n)+)/m.exec(operating) ?? []

test('the table of settings has each setting once', () => {
  const names = matches(settingsTable, /^\| (`.*?`) +\|/gm).flatMap((cell) => matches(cell, /`(\w+)`/g))
  expect(names.sort()).toEqual([...settingNames].sort())
})

/** Settings whose default the table describes in words, or whose value is completed where it is used. */
const describedDefaults = ['DATABASE_DIRECT_URL', 'QUOTAS', 'SIGN_UP', 'API_URL']

test('the table of settings has the default of each', () => {
  const rows = [...settingsTable.matchAll(/^\| (`.*?`) +\| (?:`([^`]*)`)? *\|/gm)].flatMap(
    ([, cell = '', value = '']) => matches(cell, /`(\w+)`/g).map((name) => ({ name, value })),
  )
  const documented = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  for (const name of describedDefaults) delete documented[name]
  expect(Object.keys(documented).length).toBe(settingNames.size - describedDefaults.length)
  // An empty setting counts as one that is not set.
  const read = (name: string, value: string) => Object.entries(readSettings({ [name]: value }))
  for (const [name, value] of Object.entries(documented))
    expect.soft(read(name, value)).toEqual(read(name, ''))
})

test('the table of limits of requests has those that apply', () => {
  const seconds = (milliseconds: number) => `${milliseconds / 1_000} seconds`
  const [kib, mib] = [2 ** 10, 2 ** 20]
  const limits: Readonly<Record<string, string>> = {
    'body of a public operation': `${BODY_LIMITS.public / kib} KiB`,
    'body of any other operation': `${BODY_LIMITS.signedIn / mib} MiB`,
    'time for the headers': seconds(serverOptions.headersTimeout),
    'time for a body, all of it': seconds(BODY_DEADLINE),
    'bodies that arrive at once': `${OPEN_BODIES.anonymous} without a token and ${OPEN_BODIES.signedIn} with one, for each client`,
    'bytes of all bodies that arrive': `${OPEN_BODIES.bytes / mib} MiB for each instance`,
    'time for an answer': `${seconds(REQUEST_DEADLINE)}, without the time in which the body arrives`,
    'the same, atomic bulk request': `${seconds(BULK_DEADLINE)}, after at most ${seconds(BULK_DEADLINE)} in the queue`,
    'the same, other bulk request': `${seconds(SLICE_DEADLINE)} for each ${SLICE} items, likewise`,
    'the same, any bulk request': `${seconds(BULK_REQUEST_DEADLINE)} in total`,
    'passwords that wait': `${QUEUE_LIMIT} for each instance`,
    'size of the headers': `${serverOptions.maxHeaderSize / kib} KiB`,
    connections: `${MOST_CONNECTIONS.toLocaleString('en')} for each instance`,
  }
  const [, section = ''] = /^## Requests\n([\s\S]*?)^## /m.exec(operating) ?? []
  const rows = [...section.matchAll(/^\| ([^|]+?) +\| ([^|]+?) +\|/gm)].slice(2)
  expect(Object.fromEntries(rows.map(([, name, limit]) => [name, limit]))).toEqual(limits)
})

/** The variables of a service of compose. */
function variablesOf(service: string): string[] {
  const [, text = ''] = new RegExp(`^ {2}${service}:\\n([\\s\\S]*?)^ {0,2}\\w`, 'm').exec(compose) ?? []
  return matches(text, /^ {6}([A-Z_]+):/gm)
}

/** Settings that compose leaves to the image, or that have no meaning there. */
const ofImage = ['ROLE', 'HOST', 'PORT', 'WEB_PORT', 'SERVE_PAGE', 'DATA_DIR']
/** Settings of databases other than the bundled one. */
const ofOtherDatabases = ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL', 'DATABASE_READ_LAG', 'DATABASE_PREPARE']

test('compose hands every setting of the table to the service, by its own name', () => {
  const passed = variablesOf('service')
  expect([...passed, ...ofImage, ...ofOtherDatabases].sort()).toEqual([...settingNames].sort())
  const fixed = ['DATABASE_URL', 'METRICS_HOST', 'METRICS_PORT']
  for (const name of passed.filter((one) => !fixed.includes(one)))
    expect(compose).toMatch(new RegExp(`^ {6}${name}: \\$\\{${name}:[-?]`, 'm'))
})

test('the service of compose logs in as the role that is made without containers, which is no superuser', () => {
  expect(variablesOf('database')).toEqual(['POSTGRES_PASSWORD'])
  const made = textOf('deploy/database.sql')
  expect(compose).toContain('- ./deploy/database.sql:/docker-entrypoint-initdb.d/database.sql:ro\n')
  expect(compose).toMatch(/^ {6}DATABASE_URL: postgres:\/\/commonhold:\S+@database\/commonhold$/m)
  const byHand = matches(operating, /"(create (?:role commonhold|database commonhold) [^"]*)"/g)
  expect(byHand.length).toBe(2)
  for (const statement of byHand) expect(made).toContain(statement.replace(/ password '…'$/, ''))
  expect(made).not.toMatch(/\bsuperuser;|bypassrls/)
  expect(made).toContain('alter role postgres password null;')
})

/** Variables that the reader sets for the examples, and a setting that is misspelt on purpose. */
const ofReader = ['OWNER_URL', 'BACKUP_PASSWORD', 'RESTORED_URL', 'BACKUP_URL_OF_THE_RESTORED', 'DATABSE_URL']

/** Variables that Node.js and its allocator read. */
const ofNode = ['MALLOC_ARENA_MAX', 'NODE_COMPILE_CACHE', 'NODE_OPTIONS']

test('variables of the manual, of compose, of the unit and of the chart are read by something', () => {
  const code = matches(operating, /(```sh\n[\s\S]*?```|`[^`\n]+`)/g).join('\n')
  const unit = textOf('deploy/commonhold.service')
  const name = /\b([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])\b/g
  const ofCompose = matches(compose, /\$\{(\w+)/g)
  const ofCommands = ['apps/api/src/backup-commands.ts', 'deploy/backup'].flatMap((path) =>
    matches(textOf(path), name),
  )
  const isKnown = (one: string) =>
    settingNames.has(one.replace(/_FILE$/, '')) ||
    [...ofReader, ...ofCompose, ...ofCommands, ...ofNode].includes(one)
  expect(matches(code, name).filter((one) => !isKnown(one))).toEqual([])
  expect(
    matches(unit.replace(/^Environment=/gm, ''), /\b([A-Z][A-Z_]+)=/g).filter((one) => !isKnown(one)),
  ).toEqual([])
  const set = variablesOf('service')
  expect(set.length).toBeGreaterThan(5)
  expect(set.filter((one) => !settingNames.has(one))).toEqual([])
  const [, settings = ''] = /^settings:\n((?: {2}.*\n)+)/m.exec(textOf('deploy/helm/values.yaml')) ?? []
  expect(matches(settings, /^ {2}(\w+):/gm).filter((one) => !settingNames.has(one))).toEqual([])
})

const start: string = JSON.parse(textOf('apps/api/package.json')).scripts.start

/** The heap limit in MiB under the start command, with the operator's `NODE_OPTIONS`. */
function heapLimit(options: string): number {
  const command = start.replace('src/main.ts', "-p 'v8.getHeapStatistics().heap_size_limit'")
  const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, NODE_OPTIONS: options }
  const printed = execFileSync('sh', ['-c', `exec env ${command}`], { cwd: join(root, 'apps/api'), env })
  return Number(printed) / 2 ** 20
}

test('start command, unit and image have the memory limit of the manual, and its example raises it', () => {
  const named = (text: string) => matches(text, /--max-old-space-size=(\d+)/g).map(Number)
  const [limit = 0, raised = 0] = [...new Set(named(operating))]
  for (const text of [start, textOf('deploy/commonhold.service'), textOf('Dockerfile')])
    expect(named(text)).toEqual([limit])
  expect(textOf('deploy/commonhold.service')).toMatch(/^Environment="NODE_OPTIONS=.*--max-old-space-size/m)
  expect(textOf('Dockerfile')).toMatch(/^ENV .*NODE_OPTIONS=".*--max-old-space-size/m)
  expect(heapLimit(`--max-old-space-size=${raised}`) - heapLimit('')).toBe(raised - limit)
})
