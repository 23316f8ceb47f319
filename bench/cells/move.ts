import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'
import { rounded, type Stack } from '../stack.ts'
import { inTurns, until } from '../trust/ask.ts'
import type { Cell } from './cell.ts'
import { askHost, bodyOf } from './host.ts'
import type { Router } from './router.ts'
import { Writer } from './writer.ts'

const run = promisify(execFile)
const api = dirname(fileURLToPath(import.meta.resolve('@commonhold/api/package.json')))
/** Number of records created before the move, and after it. */
const MADE = 50

/**
 * Moves the tenant of cell A to cell B during writes, by the steps of docs/scaling.md. Checks that every table has the same
 * number of rows in B, and that all acknowledged records exist under the same host name.
 */
export async function move(router: Router, [a, b]: readonly [Cell, Cell]) {
  const { tenant } = a
  const folder = await mkdtemp(join(tmpdir(), 'commonhold-move-'))
  const file = join(folder, 'tenant.ndjson.gz')
  const seconds: Record<string, number> = {}
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const result = await work()
    seconds[name] = rounded((performance.now() - began) / 1_000)
    return result
  }
  const asOperator = async (cell: Cell, what: string) =>
    bodyOf(
      await askHost(router.port, cell.host, `POST /tenants/${tenant.id}/${what}`, { token: cell.operator }),
    )
  const writer = new Writer(router, tenant)
  const neighbour = new Writer(router, b.tenant)
  try {
    await until(() => writer.made.length >= MADE)
    await router.route(tenant.host, 'moving')
    await step('archive', () => asOperator(a, 'archive'))
    await step('export', () => command(a.stack, 'export-tenant', tenant.slug, file, '--with-passwords'))
    await step('import', () => command(b.stack, 'import-tenant', file))
    const tables = await compareTables(file, tenant.id, [a.stack, b.stack])
    await step('restore', () => asOperator(b, 'restore'))
    await router.route(tenant.host, b.backend)
    const before = writer.made.length
    await until(() => writer.made.length >= before + MADE)
    await Promise.all([writer.stop(), neighbour.stop()])
    const formerToken = await askHost(router.port, tenant.host, 'GET /me', { token: tenant.token })
    const atFormerCell = await askHost(router.port, a.host, 'GET /assets', {
      token: tenant.token,
      tenantId: tenant.id,
    })
    const { token } = writer
    const read = await inTurns(writer.made.length, 8, (n) =>
      askHost(router.port, tenant.host, `GET /assets/${writer.made[n]}`, { token, tenantId: tenant.id }),
    )
    const missing = read.filter(({ status }) => status !== 200).length
    // Writers wait during the move (503, 409), and sign in again after it (401).
    const areExpected = [...writer.statuses, ...neighbour.statuses].every((one) =>
      [201, 401, 409, 503].includes(one),
    )
    const statuses = [formerToken.status, atFormerCell.status]
    return {
      ...tables,
      acknowledged: writer.made.length,
      missing,
      without_writes_s: rounded(writer.longestGap / 1_000),
      tenant_of_b_without_writes_s: rounded(neighbour.longestGap / 1_000),
      steps_s: seconds,
      former_token: formerToken.status,
      at_former_cell: atFormerCell.status,
      passed: tables.different.length === 0 && missing === 0 && areExpected && statuses.join() === '401,409',
    }
  } finally {
    await Promise.all([writer.stop(), neighbour.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs an operator's command on the database of a cell. */
const command = ({ dataDir }: Stack, ...words: string[]) =>
  run(process.execPath, ['src/command.ts', ...words], {
    cwd: api,
    env: { ...process.env, DATA_DIR: dataDir },
  })

/** Compares the number of rows of each table in the file, in the former cell and in the new one. */
async function compareTables(file: string, tenantId: string, [from, to]: readonly [Stack, Stack]) {
  const head = await headOf(file)
  const tables = head.tables.filter(({ name }) => !['users', 'tenants'].includes(name))
  const count = ({ sql }: Stack) =>
    sql.begin(async (tx) => {
      await tx`select commonhold_select_tenant(${tenantId})`
      const counts: number[] = []
      for (const { name } of tables) {
        const [row] = await tx`select count(*)::int as rows from ${tx(name)} where tenant_id = ${tenantId}`
        counts.push(row?.rows)
      }
      return counts
    })
  const [left, entered] = [await count(from), await count(to)]
  const different = tables.flatMap(({ name, rows }, n) => {
    // The import adds an entry.
    const added = name === 'audit_log' ? 1 : 0
    return left[n] === rows && entered[n] === rows + added
      ? []
      : [{ name, rows, left: left[n], entered: entered[n] }]
  })
  return { tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0), different }
}

interface FileHead {
  readonly tables: readonly { readonly name: string; readonly rows: number }[]
}

/** The first line of a file of `export-tenant`. */
async function headOf(file: string): Promise<FileHead> {
  const unpacked = createReadStream(file).pipe(createGunzip())
  for await (const line of createInterface(unpacked)) return JSON.parse(line)
  throw new Error(`${file} is empty`)
}
