import { lazy, Suspense } from 'react'
import type { RecordFormProps, Versioned } from './record-form-frame.tsx'

/** Loads the form: when a form is first opened, or with the user's first input. */
export const loadRecordForm = () => import('./record-form-frame.tsx')
// `lazy` loses the type parameters of the component.
const RecordFormFrame = lazy(loadRecordForm) as Awaited<ReturnType<typeof loadRecordForm>>['default']

/**
 * A form in a drawer that creates or changes a record. Typed texts are kept until the form is sent or cancelled, even after a
 * reload or a new sign-in. If somebody else has changed the record meanwhile (412, or since a draft was typed), both changes are
 * merged and shown before they are sent.
 */
export function RecordForm<R extends Versioned, B extends object>(props: RecordFormProps<R, B>) {
  return (
    <Suspense fallback={null}>
      <RecordFormFrame {...props} />
    </Suspense>
  )
}
