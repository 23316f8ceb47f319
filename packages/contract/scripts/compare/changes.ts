import type { OpenAPIObject } from '../../src/kernel/openapi/types.ts'
import { changedParts } from './changed-parts.ts'
import { normalForm } from './normal-form.ts'
import { type ReportedChange, reportedChanges } from './redocly.ts'

/** What a change means for clients of the API. */
export type ChangeClass = 'breaking' | 'additive' | 'documentation'

export interface Change {
  readonly class: ChangeClass
  /** JSON Pointer of the first place that the change affects. */
  readonly at: string
  readonly what: string
}

/** The changes from one document to another, breaking changes first. */
export async function changesBetween(base: OpenAPIObject, revision: OpenAPIObject): Promise<Change[]> {
  const reported = await reportedChanges(...changedParts(normalForm(base), normalForm(revision)))
  const order: ChangeClass[] = ['breaking', 'additive', 'documentation']
  return reported
    .map((change) => ({ class: classOf(change), at: change.path, what: describe(change) }))
    .sort((a, b) => order.indexOf(a.class) - order.indexOf(b.class))
}

const texts = ['description', 'summary', 'title', 'example', 'examples', 'deprecated', 'tags']

/** Uses redocly's classification, except for permissions, moves, security and documentation. */
function classOf(change: ReportedChange): ChangeClass {
  const { path, property = '', impact } = change
  if (property === 'x-permission') return permissionClass(change)
  if (path.endsWith('/x-move')) return moveClass(change)
  if (impact === 'major') return 'breaking'
  if (path.endsWith('/security') && impact === 'patch') return 'breaking'
  if (/^#\/(info|tags|servers|components)(\/|$)/.test(path) || texts.includes(property))
    return 'documentation'
  return impact === 'patch' && property === '' ? 'documentation' : 'additive'
}

/** Additive only if all present callers keep their access. */
function permissionClass({ base, revision }: ReportedChange): ChangeClass {
  const opened =
    revision?.value === 'public' || (revision?.value === 'authenticated' && base?.value !== 'public')
  return opened ? 'additive' : 'breaking'
}

/** Additive only if the move keeps all its start states and its target state. */
function moveClass({ property, base, revision }: ReportedChange): ChangeClass {
  const before = Array.isArray(base?.value) ? base.value : []
  const after = Array.isArray(revision?.value) ? revision.value : []
  return property === 'from' && before.every((state) => after.includes(state)) ? 'additive' : 'breaking'
}

function describe({ kind, property, verdicts }: ReportedChange): string {
  return verdicts.map(({ message }) => message).join(' ') || [property, kind].filter(Boolean).join(' ')
}
