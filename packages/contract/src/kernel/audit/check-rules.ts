import type { z } from 'zod'
import { metaOf } from './walk.ts'

/** Returns the checks of a schema that the document would not show, or would show wrongly. */
export function checkErrors(schema: z.core.$ZodTypes): string[] {
  const { def } = schema._zod
  // A format such as z.iso.date() is both a schema and a check.
  const own = 'check' in def ? [schema as unknown as z.core.$ZodCheck] : []
  const checks = [...own, ...(def.checks ?? [])].map((check) => check._zod.def as CheckDef)
  const regexes = checks.filter(({ format }) => format === 'regex')
  return [
    ...checks.map((check) => checkError(schema, check)),
    regexes.length > 1 ? 'only the first regex is emitted; make it one' : undefined,
    own.length > 0 && regexes.length > 0 && !metaOf(schema).format
      ? 'a regex takes the place of the format; repeat it in .meta({ format })'
      : undefined,
  ].filter((error) => error !== undefined)
}

/** The members of zod's checks that the rules read. */
interface CheckDef {
  readonly check: string
  readonly format?: string
  readonly pattern?: RegExp
  readonly minimum?: number
  readonly local?: boolean
  readonly offset?: boolean
}

const constraints = [
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
]

function checkError(schema: z.core.$ZodTypes, check: CheckDef): string | undefined {
  const { type } = schema._zod.def
  const documented = constraints.some((keyword) => keyword in metaOf(schema))
  switch (check.check) {
    case 'overwrite':
    case 'greater_than':
    case 'less_than':
      return undefined
    case 'number_format':
      return check.format === 'safeint'
        ? undefined
        : `z.${check.format}() is emitted without its range; use z.int().min().max()`
    case 'min_length':
      return type === 'string' && (check.minimum ?? 0) > 1
        ? '.min() counts UTF-16 units and the document code points; use text() or verbatim()'
        : undefined
    case 'max_length':
      return type === 'string'
        ? '.max() counts UTF-16 units and the document code points; use text() or verbatim()'
        : undefined
    case 'custom':
      return documented ? undefined : '.refine() is invisible in the document; state it in .meta() too'
    case 'string_format':
      return formatError(check, documented)
    default:
      return `the check ${check.check} is not emitted`
  }
}

function formatError(check: CheckDef, documented: boolean): string | undefined {
  switch (check.format) {
    case 'date':
      return undefined
    case 'datetime':
      if (check.local) return 'a local time is emitted as date-time; times have an offset'
      return check.offset || documented
        ? undefined
        : 'the document allows any offset; use timestamp() or instant()'
    case 'regex':
      return regexError(check.pattern)
    default:
      return `the text format ${check.format} is not emitted, or means something else in JSON Schema; use a regex`
  }
}

function regexError(pattern = /(?:)/): string | undefined {
  if (pattern.flags) return `the regex flags ${pattern.flags} are not emitted`
  try {
    new RegExp(pattern.source, 'u')
    return undefined
  } catch {
    return 'JSON Schema reads the regex with the flag u, under which it is a syntax error'
  }
}
