import { EXTRA_BYTES, type Preferences, watchOccasions } from '@commonhold/contract'
import { invalid } from '../base/problem.ts'

/** The default preferences. The columns have the same defaults. */
export const usualPreferences: Preferences = {
  default_tenant_id: null,
  default_project_id: null,
  locale: null,
  timezone: null,
  date_format: 'yyyy_mm_dd',
  time_format: 'h24',
  week_start: 'monday',
  theme: 'system',
  auto_watch_on: [...watchOccasions],
  page_size: 50,
  extra: {},
  updated_at: null,
  version: 1,
}

type JsonObject = Record<string, unknown>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A merge patch (RFC 7396): null removes a member, objects are merged, anything else replaces. */
export function mergePatch<T extends JsonObject>(target: T, patch: JsonObject): T {
  const merged: JsonObject = Object.assign(Object.create(null), target)
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name]
    else if (isObject(value)) {
      const before = merged[name]
      merged[name] = mergePatch(isObject(before) ? before : {}, value)
    } else merged[name] = value
  }
  // The patch contains JSON values, and so does the target.
  return merged as T
}

/** The size limit applies to the merged result, not to the patch. */
export function assertExtraFits(extra: JsonObject | undefined): void {
  if (extra && Buffer.byteLength(JSON.stringify(extra)) > EXTRA_BYTES)
    throw invalid({
      field: 'extra',
      code: 'too_long',
      message: `must have at most ${EXTRA_BYTES} bytes as JSON`,
    })
}
