import type { WriteContext } from '../kernel/context.ts'
import { assertNotAhead } from '../kernel/moments.ts'
import type { Fault } from '../kernel/problem.ts'
import { prioritiesOf, withKey } from './issue-configuration.repository.ts'
import { type ConfiguredField, checkConfigured } from './issue-configured-values.rules.ts'
import { nameFaults } from './issue-custom-fields.ts'
import { detailFaults } from './issue-references.ts'
import { pointerTo } from './issue-screens.rules.ts'

/** A value as issues will have it, and what is wrong with it. */
export interface ConfiguredValue {
  readonly value: unknown
  readonly faults: readonly Fault[]
}

/** Holds a value that the configuration gives a field against all that an issue's own would be held against. */
export async function configuredValue(
  context: WriteContext,
  field: ConfiguredField,
  given: unknown,
  pointer: string,
): Promise<ConfiguredValue> {
  const { value, problems } = checkConfigured(field, given)
  if (problems.length > 0)
    return {
      value,
      faults: problems.map(({ pointer: within, ...problem }) => ({ field: pointer + within, ...problem })),
    }
  if (field.path === 'priority') withKey(await prioritiesOf(context.tx), pointer, String(value))
  if (field.path === 'opened_at') assertNotAhead(pointer, String(value), context.clock)
  return { value, faults: await namesIn(context, field, value, pointer) }
}

/** Records that the value names must be visible, and of the kind that the member says. */
async function namesIn(
  context: WriteContext,
  field: ConfiguredField,
  value: unknown,
  pointer: string,
): Promise<Fault[]> {
  const { path, is_system } = field
  if (!is_system || !path.startsWith('details.')) return nameFaults(context.tx, field, pointer, value)
  const faults = await detailFaults(context, { [path.slice('details.'.length)]: value })
  return faults.map((fault) => ({ ...fault, field: pointer + fault.field.slice(pointerTo(path).length) }))
}
