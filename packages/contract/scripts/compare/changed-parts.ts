import type { OpenAPIObject } from '../../src/kernel/openapi/types.ts'

/** The components by section and name, such as `schemas/Asset`. */
type Components = ReadonlyMap<string, object>

/**
 * Returns both documents without the paths that are equal and use no changed component, and without the components that
 * only these paths use. Nothing changes for a caller there, and redocly would spend most of its time on them.
 */
export function changedParts(
  base: OpenAPIObject,
  revision: OpenAPIObject,
): readonly [OpenAPIObject, OpenAPIObject] {
  // `security` at the top level applies to all operations.
  if (!isSame(base.security, revision.security)) return [base, revision]
  const [before, after] = [componentsOf(base), componentsOf(revision)]
  const changed = new Set(
    [...before.keys(), ...after.keys()].filter((key) => !isSame(before.get(key), after.get(key))),
  )
  const kept = Object.keys({ ...base.paths, ...revision.paths }).filter((path) => {
    const item = base.paths?.[path]
    return !isSame(item, revision.paths?.[path]) || [...reached(before, item)].some((key) => changed.has(key))
  })
  return [partOf(base, kept, changed), partOf(revision, kept, changed)]
}

/** Returns the document with the paths in `kept`, the components that they use, and the components in `others`. */
export function partOf(
  document: OpenAPIObject,
  kept: readonly string[],
  others: ReadonlySet<string> = new Set(),
): OpenAPIObject {
  const { components: _, ...rest } = document
  const paths = Object.fromEntries(
    Object.entries(document.paths ?? {}).filter(([path]) => kept.includes(path)),
  )
  const all = componentsOf(document)
  const used = reached(all, [{ ...rest, paths }, [...all].filter(([key]) => others.has(key))])
  const components: Record<string, Record<string, object>> = {}
  for (const [key, component] of all) {
    const [section = '', name = ''] = key.split('/')
    // Operations name security schemes without a `$ref`.
    if (section !== 'securitySchemes' && !others.has(key) && !used.has(key)) continue
    components[section] ??= {}
    components[section][name] = component
  }
  return { ...rest, paths, components } as OpenAPIObject
}

function componentsOf({ components = {} }: OpenAPIObject): Components {
  const sections = Object.entries(components as Record<string, Record<string, object>>)
  return new Map(
    sections.flatMap(([section, named]) =>
      Object.entries(named).map(([name, component]) => [`${section}/${name}`, component] as const),
    ),
  )
}

/** The components that a value refers to, directly or through others. */
function reached(components: Components, from: unknown): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (value: unknown) => {
    for (const [, key = ''] of (JSON.stringify(value) ?? '').matchAll(/"#\/components\/([^"]+)"/g)) {
      if (found.has(key)) continue
      found.add(key)
      visit(components.get(key))
    }
  }
  visit(from)
  return found
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
