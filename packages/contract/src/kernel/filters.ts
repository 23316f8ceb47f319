import type { z } from 'zod'
import { line, queryAnyOf, queryBoolean, queryNumber, reference, severalOf, userReference } from './schema.ts'

/**
 * How one field of a collection can be filtered. `equals` matches any of the repeated values, `range` adds
 * `<field>__gte` and `<field>__lt`, `nullable` adds `<field>__is_null`.
 */
export type Filter =
  | {
      readonly kind: 'equals'
      readonly schema: z.ZodType
      readonly nullable?: boolean | undefined
      /** `me` stands for the caller. */
      readonly isUser?: boolean
    }
  | { readonly kind: 'boolean' }
  | {
      readonly kind: 'range'
      readonly schema: z.ZodType
      readonly number?: boolean
      readonly nullable?: boolean | undefined
    }

interface FilterOptions {
  /** Adds `<field>__is_null`. */
  readonly nullable?: true
}

/** Filter by id of a referenced record. */
export const byReference = <const O extends FilterOptions>(to: string, options?: O) =>
  byValue(reference(to), options)

/** Filter by id of a user; `me` stands for the caller. */
export const byUser = <const O extends FilterOptions>(to: string, options?: O) =>
  ({ ...byValue(userReference(to), options), isUser: true }) as const

/** Filter by an enumerated value or a key. */
export const byValue = <S extends z.ZodType, const O extends FilterOptions>(schema: S, options?: O) =>
  ({ kind: 'equals', schema, nullable: options?.nullable as O['nullable'] }) as const

/** A key that is stored in lower case and accepted in any case. */
export const lowerKey = () => line(255).toLowerCase()

/** Filter by a key that is stored in lower case; a request may send it in any case. */
export const byLowerKey = <const O extends FilterOptions>(options?: O) => byValue(lowerKey(), options)

/** Filter by a key that is stored in upper case; a request may send it in any case. */
export const byUpperKey = <const O extends FilterOptions>(options?: O) =>
  byValue(line(255).toUpperCase(), options)

/** Filter by true or false. */
export const byFlag = () => ({ kind: 'boolean' }) as const

/** Filter by a range of moments or days, lower bound included, upper bound not. */
export const byTime = <S extends z.ZodType<string>, const O extends FilterOptions>(schema: S, options?: O) =>
  ({ kind: 'range', schema, number: false, nullable: options?.nullable as O['nullable'] }) as const

/** Filter by a range of numbers, lower bound included, upper bound not. */
export const byNumber = <S extends z.ZodType<number>, const O extends FilterOptions>(
  schema: S,
  options?: O,
) => ({ kind: 'range', schema, number: true, nullable: options?.nullable as O['nullable'] }) as const

/** Maximum number of ids in one request. */
const MOST_IDS = 200

/** The query parameters of a filter; `restriction` is a sentence that is appended to their descriptions. */
export function filterShape(field: string, filter: Filter, restriction: string): Record<string, z.ZodType> {
  if (filter.kind === 'boolean')
    return {
      [field]: queryBoolean()
        .optional()
        .meta({ description: `Only records where \`${field}\` has this value.${restriction}` }),
    }
  const shape: Record<string, z.ZodType> =
    filter.kind === 'equals'
      ? {
          [field]: queryAnyOf(filter.schema, field === 'id' ? MOST_IDS : 100)
            .optional()
            .meta({
              description: `Only records with this \`${field}\`; ${severalOf(filter.schema)}.${restriction}`,
            }),
        }
      : {
          [`${field}__gte`]: bound(filter)
            .optional()
            .meta({
              description: `Only records with \`${field}\` ${filter.number ? 'of at least' : 'at or after'} this.${restriction}`,
            }),
          [`${field}__lt`]: bound(filter)
            .optional()
            .meta({
              description: `Only records with \`${field}\` ${filter.number ? 'below' : 'before'} this.${restriction}`,
            }),
        }
  if (filter.nullable) {
    shape[`${field}__is_null`] = queryBoolean()
      .optional()
      .meta({
        description: `True: only records without \`${field}\`. False: only records with it.${restriction}`,
      })
  }
  return shape
}

function bound(filter: Extract<Filter, { kind: 'range' }>): z.ZodType {
  return filter.number ? queryNumber(filter.schema as z.ZodType<number>) : filter.schema
}
