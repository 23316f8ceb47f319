import { globalRegistry, type z } from 'zod'
import type { EndpointSpec } from '../endpoint.ts'

/** Where in an operation a schema stands. */
export type Position = 'query' | 'body' | 'reply'

/** One schema of an operation, with the way to it. */
export interface Node {
  readonly schema: z.core.$ZodTypes
  readonly position: Position
  /** e.g. `assets.create body/serial_number`. */
  readonly at: string
  /** The nodes around it, the nearest last. */
  readonly around: readonly Node[]
}

/** The metadata of a schema, its name (`id`) not inherited. */
export const metaOf = (schema: z.core.$ZodType): z.core.GlobalMeta => globalRegistry.get(schema) ?? {}

/** The schemas of an operation and everything within them; `seen` keeps a shared one from being visited twice. */
export function nodesOf(place: string, endpoint: EndpointSpec, seen: Set<z.core.$ZodType>): Node[] {
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

function within(node: Node, seen: Set<z.core.$ZodType>): Node[] {
  // A schema may be fine in a request and wrong in a reply, so shared ones count once for each position.
  const key = node.position === 'reply' ? replyKey(node.schema) : node.schema
  if (seen.has(key)) return []
  seen.add(key)
  const around = [...node.around, node]
  const inner = children(node.schema).flatMap(([step, schema]) =>
    within(
      { schema: known(schema), position: node.position, at: step ? `${node.at}/${step}` : node.at, around },
      seen,
    ),
  )
  return [node, ...inner]
}

const replyKeys = new WeakMap<z.core.$ZodType, z.core.$ZodType>()

function replyKey(schema: z.core.$ZodType): z.core.$ZodType {
  const key = replyKeys.get(schema) ?? Object.create(schema)
  replyKeys.set(schema, key)
  return key
}

function children({ _zod: { def } }: z.core.$ZodTypes): [string, z.core.$ZodType][] {
  switch (def.type) {
    case 'object':
      return [...Object.entries(def.shape), ...(def.catchall ? [['*', def.catchall] as const] : [])].map(
        ([name, member]) => [name, member],
      )
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

/** Every schema of zod is one of those that its core lists. */
function known(schema: z.core.$ZodType): z.core.$ZodTypes {
  return schema as z.core.$ZodTypes
}
