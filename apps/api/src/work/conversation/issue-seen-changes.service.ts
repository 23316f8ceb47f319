import { isUlid } from '@commonhold/contract'
import { assetStore } from '../../assets/assets.store.ts'
import { personStore } from '../../census/persons.store.ts'
import { configurationItemStore } from '../../cmdb/configuration-items.store.ts'
import type { Reader } from '../../db/statement.ts'
import { locationStore } from '../../locations/locations.store.ts'
import { type IsVisible, namedBy, visibleAmong, visiblePart } from '../../store/named-records.ts'
import type { Referable } from '../../store/references.ts'
import { groupReferences } from '../../system/groups.store.ts'
import { projectStore } from '../../system/projects.store.ts'
import { kindOf, type LabelledChange, UNKNOWN_KIND } from '../fields/issue-history.rules.ts'
import { cutValue } from '../fields/issue-history-cut.rules.ts'
import { issueStore } from '../issues/issues.store.ts'

/** The stores of records that changes of issues name. Users are omitted: every member of the tenant may see their names. */
const stores = {
  group: groupReferences,
  person: personStore,
  project: projectStore,
  issue: issueStore,
  asset: assetStore,
  configuration_item: configurationItemStore,
  location: locationStore,
} as const satisfies Readonly<Record<string, Referable>>

/** Ids of an unknown kind of record. An id is visible only if every store returns it, so that no hidden record is shown. */
const ofSomeKind = {
  async visibleIds(reader: Reader, ids: readonly string[]): Promise<string[]> {
    const seen = await Promise.all(Object.values(stores).map((store) => store.visibleIds(reader, ids)))
    return ids.filter((id) => !isUlid(id) || seen.every((some) => some.includes(id)))
  },
}

/** A change of a member of an issue, as stored in the history and the activity. */
type Changed = Pick<LabelledChange, 'field' | 'from' | 'to' | 'kind'>

const kindIn = ({ field, kind }: Changed) => kindOf(field, kind)

/**
 * True if every reader of an issue may see the ids of records of the kind. An issue, its history and its activity contain
 * the ids of all records that the issue names; only the names are hidden from readers who cannot see the records. Ids of
 * former projects and values of deleted fields are in no issue, so they are hidden, too.
 */
const hasShownIds = (kind: string | undefined) => kind !== 'project' && kind !== UNKNOWN_KIND

/** A value of a change as the caller may see it. */
const seenValue = (value: LabelledChange['from'], kind: string | undefined, isVisible: IsVisible) =>
  hasShownIds(kind) ? value : visiblePart(value, kind, isVisible)

/** Reads which of the records that changes name are visible to the caller. */
export const seenIn = (reader: Reader, changes: readonly Changed[]) =>
  visibleAmong(
    reader,
    { ...stores, [UNKNOWN_KIND]: ofSomeKind },
    changes.flatMap((change) => namedBy(change, kindIn(change))),
  )

/** One value of a change as the caller may see it, and a label with the names that the caller may see. */
function sideOf(
  value: LabelledChange['from'],
  words: LabelledChange['from_label'],
  kind: string | undefined,
  isVisible: IsVisible,
): { readonly value: LabelledChange['from']; readonly label: string | null } {
  const seen = visiblePart(value, kind, isVisible)
  const returned = seenValue(value, kind, isVisible)
  if (Array.isArray(words)) {
    const shown = words.filter((_, at) => Array.isArray(seen) && seen[at] !== null)
    return { value: returned, label: shown.length === 0 && words.length > 0 ? null : shown.join(', ') }
  }
  // Earlier releases stored the labels of several values in one text. It is returned only if all these values are visible.
  const isWhole = JSON.stringify(seen) === JSON.stringify(value)
  return { value: returned, label: isWhole && typeof words === 'string' ? words : null }
}

/** A change in the history as the caller may see it. The names of records that the caller cannot see are null. */
export function seenChange(change: LabelledChange, isVisible: IsVisible) {
  const { kind: _, label, from_label, to_label, ...rest } = change
  const kind = kindIn(change)
  const from = sideOf(change.from, from_label, kind, isVisible)
  const to = sideOf(change.to, to_label, kind, isVisible)
  return { ...rest, label, from: from.value, from_label: from.label, to: to.value, to_label: to.label }
}

/** The values of a change, truncated for lists. Ids of records are not truncated, because there are never many. */
export function cutChange<C extends Changed>(
  change: C,
): Pick<C, 'from' | 'to'> & { readonly isCut: boolean } {
  const { from, to } = change
  if (kindIn(change) !== undefined) return { from, to, isCut: false }
  const cut = { from: cutValue(from), to: cutValue(to) }
  return { ...cut, isCut: cut.from !== from || cut.to !== to }
}

/** The change that an entry of the activity records, if it records one. */
export function changedBy({ data }: { readonly data: Readonly<Record<string, unknown>> }): Changed[] {
  const { field, from = null, to = null, kind } = data
  // The data of a `field_changed` entry is stored in this form.
  return typeof field === 'string' ? [{ field, from, to, kind } as Changed] : []
}

/** The values of a change in the activity as the caller may see them. */
export const seenData = (change: Changed, isVisible: IsVisible) => {
  const kind = kindIn(change)
  return { from: seenValue(change.from, kind, isVisible), to: seenValue(change.to, kind, isVisible) }
}
