import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { meQuery } from '../account/me-query.ts'
import { type Base, draftKey, dropDraft, keepDraft, readDraft } from '../drafts.ts'
import { readTenant } from '../tenant.ts'
import { fill, isKept, textOf } from './form-fields.ts'

/** Returns the storage keys of the signed-in user's drafts; undefined until the user is known. */
export function useDraftKey(isWanted = true): (form: string) => string | undefined {
  const me = useQuery({ ...meQuery, enabled: isWanted }).data
  return (form: string) =>
    isWanted && me
      ? draftKey({ userId: me.id, tenantId: readTenant() ?? me.current_tenant_id ?? '' }, form)
      : undefined
}

/**
 * Stores what is typed into a form, and fills it in when the form is opened again before it was sent. The draft of a change also
 * stores `base`, the record before the change.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, name: string | undefined, base?: Base) {
  const key = useDraftKey(name !== undefined)(name ?? '')
  const touched = useRef(new Set<string>())
  const waiting = useRef(new Map<string, string>())

  useEffect(() => {
    waiting.current = new Map(Object.entries(key === undefined ? {} : readDraft(key)))
  }, [key])

  // After every rendering: a field, or its options, may appear later than the form.
  useEffect(() => {
    for (const [field, text] of waiting.current)
      if (touched.current.has(field) || (form.current && fill(form.current, field, text)))
        waiting.current.delete(field)
  })

  return {
    keep({ target, currentTarget }: FormEvent<HTMLFormElement>) {
      if (!isKept(target)) return
      touched.current.add(target.name)
      if (key !== undefined) keepDraft(key, target.name, textOf(currentTarget, target.name), base)
    },
    drop() {
      touched.current.clear()
      waiting.current.clear()
      if (key !== undefined) dropDraft(key)
    },
  }
}
