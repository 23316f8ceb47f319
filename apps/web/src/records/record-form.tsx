import { lazy, Suspense } from 'react'
import type { RecordFormProps, Versioned } from './record-form-frame.tsx'

/** Loaded with the first form, or when somebody begins to work. */
export const loadRecordForm = () => import('./record-form-frame.tsx')
// `lazy` forgets that the component is generic.
const RecordFormFrame = lazy(loadRecordForm) as Awaited<ReturnType<typeof loadRecordForm>>['default']

/**
 * A form in a drawer that makes or changes a record. What is typed is kept until it was sent or cancelled, also over a reload
 * or a new sign-in. When somebody else has changed the record meanwhile (412, or since a draft was typed), both changes are
 * merged and shown before they are sent.
 */
export function RecordForm<R extends Versioned, B extends object>(props: RecordFormProps<R, B>) {
  return (
    <Suspense fallback={null}>
      <RecordFormFrame {...props} />
    </Suspense>
  )
}
