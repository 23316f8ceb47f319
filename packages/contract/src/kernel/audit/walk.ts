import { globalRegistry, type z } from 'zod'
import type { EndpointSpec } from '../endpoint.ts'

/** The part of an operation that a schema belongs to. */
export type Position = 'query' | 'body' | 'reply'

/** One schema of an operation, with its path. */
export interface Node {
  readonly schema: z.core.$ZodTypes
  readonly position: Position
  /** e.g. `assets.create body/serial_number`. */
  readonly at: string
  /** The enclosing nodes, the nearest last. */
  readonly around: readonly Node[]
}

/** The metadata of a schema. The name (`id`) is not inherited from the schema that it was made from. */
export const metaOf = (schema: z.core.$ZodType): z.core.GlobalMeta => globalRegistry.get(schema) ?? {}

/** The visited schemas, by position: a shared schema may be valid in a request and wrong in a reply. */
export type Seen = Readonly<Record<Position, Set<z.core.$ZodType>>>

export const nothingSeen = (): Seen => ({ query: new Set(), body: new Set(), reply: new Set() })

/** Returns the schemas of an operation and all nested ones, except those in `seen`, and adds them to `seen`. */
export function nodesOf(place: string, endpoint: EndpointSpec, seen: Seen): Node[] {
  const { query, body, success } = endpoint
  const roots: [Position, z.core.$ZodType | undefined][] = [
    ['query', query],
    ['body', body],
    ['reply', 'body' in success ? success.body : undefined],
  ]
  return roots.flatMap(([position, schema]) =>
    schema ? within({ schema: known(schema), position, at: `${place} ${position}`, around: [] }, seen) : [],
  )
}

function within(node: Node, seen: Seen): Node[] {
  const { schema, position, at } = node
  if (seen[position].has(schema)) return []
  seen[position].add(schema)
  const around = [...node.around, node]
  const inner = children(schema).flatMap(([step, child]) =>
    within({ schema: known(child), position, at: step ? `${at}/${step}` : at, around }, seen),
  )
  return [node, ...inner]
}

function children({ _zod: { def } }: z.core.$ZodTypes): [string, z.core.$ZodType][] {
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape)
    case 'array':
      return [['[]', def.element]]
    case 'record':
      return [['*', def.valueType]]
    case 'union':
      return def.options.map((option) => ['', option])
    case 'pipe':
      return [
        ['', def.in],
        ['', def.out],
      ]
    case 'lazy':
      return [['', def.getter()]]
    default:
      return 'innerType' in def && def.innerType ? [['', def.innerType]] : []
  }
}

/** Safe cast: `$ZodTypes` lists all schema types of zod. */
function known(schema: z.core.$ZodType): z.core.$ZodTypes {
  return schema as z.core.$ZodTypes
}
