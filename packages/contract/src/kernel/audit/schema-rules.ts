import type { z } from 'zod'
import { checkErrors } from './check-rules.ts'
import { metaOf, type Node } from './walk.ts'

/**
 * Finds constructs that the generator writes wrongly into the document, or not at all. Unknown constructs are
 * rejected, so that a new release of zod cannot add an unnoticed error.
 */
export function schemaErrors(node: Node): string[] {
  const { schema } = node
  const errors = [typeError(node), nameError(node), ...checkErrors(schema)]
  if ('coerce' in schema._zod.def && schema._zod.def.coerce) {
    errors.push('z.coerce is emitted as nullable and reads "" as 0 and "false" as true; use a query helper')
  }
  return errors.filter((error) => error !== undefined)
}

function typeError(node: Node): string | undefined {
  const { def, traits } = node.schema._zod
  switch (def.type) {
    case 'boolean':
    case 'null':
    case 'number':
    case 'string':
    case 'array':
    case 'enum':
      return undefined
    case 'unknown':
    case 'any':
      return node.around.at(-1)?.schema._zod.def.type === 'object'
        ? 'a member of z.unknown() is emitted as optional; use anyValue()'
        : undefined
    case 'literal':
      return def.values.length === 1 && ['string', 'number', 'boolean'].includes(typeof def.values[0])
        ? undefined
        : 'z.literal() of several values, or of null, is emitted wrongly; use a named z.enum()'
    case 'object': {
      const rest = def.catchall?._zod.def.type
      return rest === undefined || rest === 'never' || rest === 'unknown'
        ? undefined
        : 'z.catchall() is emitted next to the members; use z.record()'
    }
    case 'record':
      return def.keyType._zod.def.type === 'string' && checkCount(def.keyType) === 0
        ? undefined
        : 'the keys of z.record() are not emitted; use z.record(z.string(), ...) or an object'
    case 'union':
      return unionError(node, def)
    case 'nullable':
      return '.nullable() corrupts named components; use nullable()'
    case 'optional':
      if (traits.has('$ZodExactOptional')) return '.exactOptional() is emitted as required; use .optional()'
      return def.innerType._zod.def.type === 'default'
        ? '.partial() keeps defaults, so that {} would overwrite; add defaults to the create schema only'
        : undefined
    case 'default':
      return node.position === 'reply' ? 'a reply has no default: the document shows its input' : undefined
    case 'lazy':
      return metaOf(def.getter()).id ? undefined : 'z.lazy() and z.json() need a named schema, or do not end'
    case 'pipe':
    case 'transform':
      return pipeError(node)
    default:
      return `z.${def.type}() is not known to be emitted faithfully`
  }
}

function unionError({ around }: Node, def: z.core.$ZodUnionDef & { discriminator?: string }) {
  if (!def.discriminator && def.inclusive === false)
    return 'z.xor() is emitted as anyOf; use z.union() of strict objects'
  const parent = around.at(-1)?.schema._zod.def
  return def.discriminator && parent?.type === 'union'
    ? 'a discriminated union within a union loses its discriminator; make its members options of the outer one'
    : undefined
}

/** Only query parameters may be transformed: a preprocess helper converts them from text. */
function pipeError({ schema, position, around }: Node): string | undefined {
  const { def } = schema._zod
  if (def.type === 'transform') {
    return around.at(-1)?.schema._zod.def.type === 'pipe' ? undefined : 'z.transform() alone has no document'
  }
  if (position === 'query' && def.type === 'pipe' && def.in._zod.def.type === 'transform') return undefined
  return position === 'reply'
    ? 'a reply has no transform: the document shows its input'
    : 'a transform hides the type of its result; use z.overwrite(), or a query helper'
}

function nameError({ schema, position, around }: Node): string | undefined {
  const { def, parent } = schema._zod
  if (metaOf(schema).id) return undefined
  const original = parent ? metaOf(parent).id : undefined
  if (original) return `a change of ${original} after .meta({ id }) loses the name and inlines a copy`
  if (def.type === 'object' && !(position === 'query' && around.length === 0)) {
    return 'an object without a name; end it with .meta({ id })'
  }
  // `openapi/finish.ts` gives a name to the sort fields of a list.
  const isSort = position === 'query' && around.at(-1)?.at.endsWith('/sort')
  if (def.type === 'enum' && !isSort) return 'an enum without a name; end it with .meta({ id })'
  return undefined
}

const checkCount = (schema: z.core.$ZodType) => schema._zod.def.checks?.length ?? 0
