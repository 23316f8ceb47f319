import { isInputRule } from '@commonhold/contract'
import { z } from 'zod'

/** Marks a value that the compiled check cannot accept; zod then validates it. */
const UNSURE = Symbol('unsure')

type Check = (value: unknown) => unknown

const checks = new WeakMap<z.core.$ZodType, Check>()

/**
 * The same result as `z.safeParse`, faster: a check that is compiled once from the schema accepts values that are clearly
 * valid. Any other value is validated by zod.
 */
export function quickParse<S extends z.core.$ZodType>(
  schema: S,
  value: unknown,
): z.ZodSafeParseResult<z.output<S>> {
  try {
    return { success: true, data: checkOf(schema)(value) as z.output<S> }
  } catch (error) {
    if (error !== UNSURE) throw error
    return z.safeParse(schema, value)
  }
}

function checkOf(schema: z.core.$ZodType): Check {
  const known = checks.get(schema)
  if (known) return known
  const check = compile(schema)
  checks.set(schema, check)
  return check
}

function compile(schema: z.core.$ZodType): Check {
  if (schema instanceof z.ZodObject && !schema.def.catchall && !schema.def.checks?.length)
    return ofObject(schema.shape)
  if (schema instanceof z.ZodArray && !schema.def.checks?.length) return ofArray(checkOf(schema.element))
  if (schema instanceof z.ZodOptional) return ofOptional(checkOf(schema.def.innerType))
  if (schema instanceof z.ZodUnion) return ofUnion(schema.options)
  if (schema instanceof z.ZodEnum) return ofValues(new Set<unknown>(schema.options))
  if (schema instanceof z.ZodBoolean) return (value) => valueIf(value, typeof value === 'boolean')
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat)
    return ofRules(schema, (value) => typeof value === 'string', stringRule)
  if (schema instanceof z.ZodNumber) return ofRules(schema, Number.isFinite, numberRule)
  return byZod(schema)
}

function valueIf(value: unknown, isValid: boolean): unknown {
  if (isValid) return value
  throw UNSURE
}

const byZod =
  (schema: z.core.$ZodType): Check =>
  (value) => {
    const result = z.safeParse(schema, value)
    if (result.success) return result.data
    throw UNSURE
  }

/** Checks the members of the schema, in its order. The object literal is compiled, because setting members by name is slow. */
function ofObject(shape: Readonly<Record<string, z.core.$ZodType>>): Check {
  const names = Object.keys(shape)
  const members = names.map(
    (name, at) => `${JSON.stringify(name)}: checks[${at}](from[${JSON.stringify(name)}])`,
  )
  const pick = new Function('checks', 'from', `return { ${members.join(', ')} }`)
  const memberChecks = Object.values(shape).map(checkOf)
  return (value) => {
    valueIf(value, typeof value === 'object' && value !== null && !Array.isArray(value))
    return pick(memberChecks, value)
  }
}

const ofArray =
  (check: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) throw UNSURE
    return value.map(check)
  }

/** An undefined member counts as left out: JSON has no undefined. */
const ofOptional =
  (check: Check): Check =>
  (value) =>
    value === undefined ? undefined : check(value)

const ofValues =
  (values: ReadonlySet<unknown>): Check =>
  (value) =>
    valueIf(value, values.has(value))

/** `nullable` is the only union whose branch the value alone determines. */
function ofUnion(options: readonly z.core.$ZodType[]): Check {
  const [first, second] = options
  if (!(first instanceof z.ZodNull) || !second || options.length > 2) return byZod(z.union(options))
  const check = checkOf(second)
  return (value) => (value === null ? null : check(value))
}

type Rule = (value: never) => boolean
type RuleDef = z.core.$ZodChecks['_zod']['def'] | z.core.$ZodCustomDef

/** Checks that a string or number satisfies all rules. A schema with a rule that is not handled here is checked by zod. */
function ofRules(
  schema: z.ZodString | z.ZodStringFormat | z.ZodNumber,
  isOfType: (value: unknown) => boolean,
  ruleOf: (def: RuleDef) => Rule | undefined,
): Check {
  const defs = [...('check' in schema.def ? [schema] : []), ...(schema.def.checks ?? [])].map(
    // Formats are both schemas and checks.
    (check) => (check as unknown as { readonly _zod: { readonly def: RuleDef } })._zod.def,
  )
  const rules = defs.map(ruleOf)
  if (rules.includes(undefined)) return byZod(schema)
  return (value) => {
    valueIf(value, isOfType(value))
    // A cast: `isOfType` has checked that the value has the type that the rules accept.
    for (const rule of rules) valueIf(value, rule?.(value as never) === true)
    return value
  }
}

function stringRule(def: RuleDef): Rule | undefined {
  if (def.check === 'min_length') return (value: string) => value.length >= def.minimum
  if (def.check === 'max_length') return (value: string) => value.length <= def.maximum
  if (isInputRule('tx' in def ? def.tx : 'fn' in def ? def.fn : undefined)) return () => true
  if (def.check === 'overwrite') return (value: string) => def.tx(value) === value
  if (def.check === 'custom') return (value: string) => def.fn(value) === true
  if (def.check === 'string_format' && def.pattern && !def.pattern.global && !def.pattern.sticky) {
    const { pattern } = def
    return (value: string) => pattern.test(value)
  }
  return undefined
}

function numberRule(def: RuleDef): Rule | undefined {
  if (def.check === 'greater_than' && def.inclusive) return (value: number) => value >= Number(def.value)
  if (def.check === 'less_than' && def.inclusive) return (value: number) => value <= Number(def.value)
  if (def.check === 'number_format' && def.format === 'safeint') return Number.isSafeInteger
  return undefined
}
