import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { codeStatement } from '../../src/search/code-statements.repository.ts'
import { addressedBy } from '../../src/search/codes.rules.ts'
import { kinds } from '../../src/search/kinds.repository.ts'
import { searchStatement } from '../../src/search/search-statements.repository.ts'
import { searchTextOf } from '../../src/search/search-words.rules.ts'
import { ExplainingReader } from '../explain.ts'
import { makers, useSearchDesk } from './world.ts'

const desk = useSearchDesk()
const MANY = 4_000

beforeAll(async () => {
  const { client, service, tenantId } = desk()
  const { id: model_id } = await makers(desk()).model()
  const { id: type_id } = await client.locationTypes.create({ name: 'Room' })
  const id = (kind: number) => `01K${kind}`
  await service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql`insert into assets (id, model_id, tracking_type, name, asset_tag, serial_number)
      select ${id(1)} || lpad(n::text, 22, '0'), ${model_id}, 'serialized', 'Laptop common ' || n, 'T-' || n, 'S-' || n from generate_series(1, ${MANY}) n`
    await sql`insert into persons (id, display_name, external_id)
      select ${id(2)} || lpad(n::text, 22, '0'), 'First' || n % 20 || ' Last' || n % 300, 'X' || n from generate_series(1, ${MANY}) n`
    await sql`insert into locations (id, type_id, name, code, address)
      select ${id(3)} || lpad(n::text, 22, '0'), ${type_id}, 'Room common ' || n, 'R-' || n, '{}' from generate_series(1, ${MANY}) n`
    await sql`insert into configuration_items (id, name, external_id)
      select ${id(4)} || lpad(n::text, 22, '0'), 'Server common ' || n, 'C-' || n from generate_series(1, ${MANY}) n`
  })
  await service.database.sql`vacuum analyze`
})

/** The limits leave room for small tables, which PostgreSQL reads completely. */
function expectFew({ wasted, read }: ExplainingReader): void {
  expect(wasted).toBeLessThan(100)
  expect(read).toBeLessThan(10)
}

const reader = () => new ExplainingReader(desk().service.database.sql, desk().tenantId, desk().owner.id)

test.each(['T-77', 's-77', 'X77', 'R-77', 'C-77', 'none', 'SD-1', 'jamf:77'])(
  'the code %s is looked up in indexes alone',
  async (code) => {
    const explaining = reader()
    await explaining.run(codeStatement(code, addressedBy(code)), { code })
    expectFew(explaining)
  },
)

test.each([newId(), `https://any.host/assets/${newId()}`, `01K1${'77'.padStart(22, '0')}`])(
  'what %s names is looked up in indexes alone',
  async (code) => {
    const explaining = reader()
    const addressed = addressedBy(code)
    await explaining.run(codeStatement(code, addressed), { code, ...addressed })
    expectFew(explaining)
  },
)

/** The number of rows that a search reads depends on the number of its results, not on the size of the tables. */
test.each([
  ['common', 1_000],
  ['T-7', 1_000],
  ['laptop 77', 3_000],
  ['first7 last107', 1_500],
  ['common room 1234', 3_000],
  ['nothing', 300],
  ['nothing common', 1_500],
])('a search for %s reads at most %d rows', async (q, most) => {
  const explaining = reader()
  const searchText = searchTextOf(q)
  await explaining.run(searchStatement(kinds, 20, searchText.words.length === 1), { ...searchText })
  expect(explaining.read + explaining.wasted).toBeLessThan(most)
})
