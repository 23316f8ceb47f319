import { type Answer, must } from '../ask.ts'
import type { Cluster } from '../cluster.ts'

/** The records of one history, on which all its callers work. They are created for it, except the model and the years. */
export interface Records {
  readonly n: number
  /** An asset that at most one person can have. */
  readonly one: Answer
  /** The id of a countable asset with three pieces. */
  readonly some: string
  /** The id of a model that allows several assets with one name. */
  readonly countable: string
  readonly persons: readonly string[]
  /** Identities of the first person; exactly one of the person's identities is current. */
  readonly identities: readonly string[]
  /** School years, which all histories share; exactly one is current. */
  readonly years: readonly string[]
  /** Places that may be nested. */
  readonly places: readonly string[]
}

/** What all histories share. */
export interface World {
  readonly token: string
  readonly serialized: string
  readonly countable: string
  readonly placeType: string
  readonly years: readonly string[]
}

const PIECES = 3

/** The id of the record in an answer. */
export const idOf = ({ json }: Answer) => String(json.id)

export async function openWorld(cluster: Cluster): Promise<World> {
  const { token } = await cluster.signUp('ada')
  const make = async (path: string, json: object) =>
    idOf(await must(cluster.address(), `POST ${path}`, { token, json }))
  const years: string[] = []
  for (const year of [2025, 2026, 2027])
    years.push(
      await make('/school-years', {
        name: `${year}/${year + 1}`,
        start: `${year}-08-01`,
        end: `${year + 1}-07-31`,
        is_current: year === 2026,
      }),
    )
  return {
    token,
    years,
    serialized: await make('/asset-models', { name: 'Laptop', tracking_type: 'serialized' }),
    countable: await make('/asset-models', { name: 'Cable', tracking_type: 'countable' }),
    placeType: await make('/location-types', { name: 'Site' }),
  }
}

export async function makeRecords(cluster: Cluster, world: World, n: number): Promise<Records> {
  const make = (path: string, json: object) =>
    must(cluster.address(), `POST ${path}`, { token: world.token, json })
  const ids: string[] = []
  for (const first_name of ['Ada', 'Bob'])
    ids.push(idOf(await make('/persons', { identity: { first_name, last_name: `Of ${n}` } })))
  const identities: string[] = []
  for (const first_name of ['Augusta', 'Ida'])
    identities.push(idOf(await make(`/persons/${ids[0]}/identities`, { first_name, last_name: `Of ${n}` })))
  const places: string[] = []
  for (const name of ['North', 'South', 'West'])
    places.push(idOf(await make('/locations', { type_id: world.placeType, name: `${name} ${n}` })))
  return {
    n,
    one: await make('/assets', { model_id: world.serialized, name: `One ${n}`, serial_number: `H${n}` }),
    some: idOf(await make('/assets', { model_id: world.countable, name: `Some ${n}`, quantity: PIECES })),
    countable: world.countable,
    persons: ids,
    identities,
    places,
    years: world.years,
  }
}

/** Returns the errors in the stored state at the end, and the version and the name of `one`. */
export async function storedViolations(
  { database: { sql } }: Cluster,
  { n, one, some, persons, places }: Records,
): Promise<{ version: number; name: string; violations: string[] }> {
  const [row] = await sql<
    {
      version: number
      name: string
      keyed: number
      pieces: number
      negative: number
      users: number
      current: number
      years: number
      gaps: number
      nested: number
    }[]
  >`
    with recursive upward (start, id, depth) as (
      select id, parent_id, 1 from locations where id = any (${places})
      union all
      select u.start, l.parent_id, u.depth + 1 from upward u join locations l on l.id = u.id where u.depth < 10)
    select (select version::int from assets where id = ${idOf(one)}) as version,
           (select name from assets where id = ${idOf(one)}) as name,
           (select count(*)::int from assets where name = ${`Keyed ${n}`}) as keyed,
           (select coalesce(sum(quantity), 0)::int from asset_stock where asset_id = ${some})
             + (select coalesce(sum(quantity), 0)::int from asset_assignments where asset_id = ${some} and closed_at is null) as pieces,
           (select count(*)::int from asset_stock where asset_id = ${some} and quantity < 0) as negative,
           (select count(*)::int from users where email = ${`user${n}@example.org`}) as users,
           (select count(*)::int from identities where person_id = ${persons[0] ?? ''} and is_current) as current,
           (select count(*)::int from school_years where is_current) as years,
           (select count(*)::int from (
              select sort_order, row_number() over (order by sort_order) - 1 as place
                from contacts where person_id = ${persons[0] ?? ''}) c
             where sort_order <> place) as gaps,
           (select count(*)::int from upward where id = start) as nested`
  if (!row) throw new Error('nothing is stored')
  const violations = [
    row.keyed > 1 && `a key made ${row.keyed} records`,
    (row.pieces !== PIECES || row.negative > 0) && `${row.pieces} pieces of ${PIECES}`,
    row.users > 1 && `${row.users} users of one address`,
    row.current !== 1 && `${row.current} current identities`,
    row.years !== 1 && `${row.years} current school years`,
    row.gaps > 0 && `${row.gaps} contacts that are not at their place`,
    row.nested > 0 && `${row.nested} places within themselves`,
  ]
  return {
    version: row.version,
    name: row.name,
    violations: violations.filter((violation) => violation !== false),
  }
}
