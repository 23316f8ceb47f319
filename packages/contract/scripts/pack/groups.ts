import { globSync } from 'node:fs'
import { bulkOperations, operationGroups, upsertOperations } from '../../src/index.ts'
import type { EndpointGroup, EndpointSpec } from '../../src/kernel/endpoint.ts'

/** A constant and its module, relative to `src`: `assets` of `./assets/assets.js`. */
export interface Place {
  readonly module: string
  readonly name: string
}

interface Found extends Place {
  readonly value: unknown
}

/** Every exported constant of the areas, and of the files that collect them. */
async function constants(folder: string): Promise<Found[]> {
  const files = globSync(['*/*.ts', 'operation-groups.ts', 'summaries.ts', 'histories.ts'], {
    cwd: `${folder}src`,
  }).filter((file) => !/^(kernel|contract)\//.test(file))
  const found: Found[] = []
  for (const file of files.sort()) {
    const exports: object = await import(`${folder}src/${file}`)
    const module = `./${file.replace(/\.ts$/, '.js')}`
    for (const [name, value] of Object.entries(exports)) found.push({ module, name, value })
  }
  return found
}

/** The place where each group is declared; the constant may have another name than the group. */
async function groupPlaces(folder: string): Promise<ReadonlyMap<EndpointGroup, Place>> {
  const known = (await constants(folder)).filter(({ module }) => !module.endsWith('/index.js'))
  return new Map(
    Object.entries(operationGroups).map(([group, value]: [string, EndpointGroup]) => {
      const place = known.find((one) => one.value === value)
      if (!place) throw new Error(`${group}: export the group from the file that declares it`)
      return [value, place]
    }),
  )
}

/** The type of each endpoint as a reference to its declaration: `typeof import("./assets/assets.js").assets["retire"]`. */
export async function endpointTypes(folder: string): Promise<ReadonlyMap<EndpointSpec, string>> {
  const types = [...(await groupPlaces(folder))].flatMap(([group, { module, name }]) =>
    Object.entries(group).map(([key, endpoint]): [EndpointSpec, string] => [
      endpoint,
      `(typeof import("${module}").${name})["${key}"]`,
    ]),
  )
  const bulks = Object.entries(bulkOperations).map(([group, endpoint]): [EndpointSpec, string] => [
    endpoint,
    `import("./bulk-operations.js").BulkOf<"${group}">`,
  ])
  const upserts = Object.entries(upsertOperations).map(([group, endpoint]): [EndpointSpec, string] => [
    endpoint,
    `import("./upsert-operations.js").UpsertOf<"${group}">`,
  ])
  return new Map([...types, ...bulks, ...upserts])
}

/** The constants that collect groups, such as `assetGroups`, with the place where each group is declared. */
export async function gatherings(folder: string) {
  const places = await groupPlaces(folder)
  return (await constants(folder)).flatMap(({ module, name, value }) => {
    const members = Object.entries(value ?? {}).map(([key, group]) => ({ key, place: places.get(group) }))
    const isGathering = members.length > 0 && members.every(({ place }) => place)
    return isGathering ? [{ module, name, members: members as { key: string; place: Place }[] }] : []
  })
}
