import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contract } from '@commonhold/contract'
import { createClient } from '@commonhold/contract/client'
import { expect, inject, test } from 'vitest'
import { document } from './generators.ts'
import { fetched, needs, schemathesisTools } from './toolchains.ts'
import { emptyFolder, here, run } from './tools.ts'

const { address, email, password } = inject('service')

/** Seconds by phase. `npm test` only generates values; `pnpm schemathesis` also sends those at the limits of each schema. */
const phases = process.env.SDKS ? { fuzzing: 60, coverage: 120 } : { fuzzing: 40 }

/** Creates a user who owns a new tenant and has no other rights; returns the token and the id of the tenant. */
async function ownerOfTenant() {
  const anonymous = createClient(contract, { baseUrl: address })
  const operator = await anonymous.auth.createToken({ email, password })
  const owner = { email: `owner-${Date.now()}@example.org`, password: 'an owner of one tenant' }
  await createClient(contract, { baseUrl: address, token: operator.access_token }).users.create(owner)
  const { access_token: token } = await anonymous.auth.createToken(owner)
  const tenant = await createClient(contract, { baseUrl: address, token }).tenants.create({
    name: owner.email,
  })
  return { token, tenant: tenant.id }
}

test('schemathesis finds nothing beyond what its settings explain', async (context) => {
  await needs(context, { python3: ['-c', 'import ensurepip, venv'] })
  const tools = await fetched(context, 'schemathesis', schemathesisTools())
  const folder = await emptyFolder('schemathesis')
  const settings = join(here, 'test', 'schemathesis')
  for (const [phase, seconds] of Object.entries(phases)) {
    const { token, tenant } = await ownerOfTenant()
    const report = join(folder, `${phase}.json`)
    await run(
      'schemathesis',
      [
        ...[
          '--config-file',
          join(settings, 'schemathesis.toml'),
          'run',
          document,
          '--url',
          address,
          '--phases',
          phase,
        ],
        ...['--header', `Authorization: Bearer ${token}`, '--max-time', `${seconds}`, '--no-color'],
        ...['--generation-database', 'none', '--report', 'json', '--report-json-path', report],
      ],
      { cwd: folder, env: { ...tools, TENANT_ID: tenant, PYTHONPATH: settings } },
    )
    const { test_cases } = JSON.parse(await readFile(report, 'utf8'))
    expect(test_cases.generated).toBeGreaterThan(0)
  }
})
