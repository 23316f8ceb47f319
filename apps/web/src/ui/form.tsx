import { Plural } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { notAcceptedYet, problemText } from '../problem-text.ts'
import { Notice } from './notice.tsx'
import type { FormState } from './use-form.ts'

interface FormProps {
  readonly label: string
  readonly state: FormState
  readonly action: string
  readonly pendingAction: string
  /** Shown instead of the default error message. */
  readonly guidance?: ReactNode
  readonly children: ReactNode
}

/** A form with a summary of its errors above and its button below. Enter in any field submits it. */
export function Form({ label, state, action, pendingAction, guidance, children }: FormProps) {
  const summaryId = useId()
  const marked = Object.keys(state.errors.fields).length
  const message = guidance || summary(state, marked)
  return (
    <form
      ref={state.form}
      className="form"
      noValidate
      aria-label={label}
      aria-describedby={message ? summaryId : undefined}
      onInput={state.input}
      onSubmit={state.submit}
    >
      <div id={summaryId} role="alert">
        {message && <Notice tone="problem">{message}</Notice>}
      </div>
      {children}
      <button className="button primary wide" type="submit" aria-disabled={state.pending}>
        {state.pending ? pendingAction : action}
      </button>
    </form>
  )
}

/** The errors of the last attempt, for a form that renders its buttons itself. */
export function FormSummary({ state }: { readonly state: FormState }) {
  const message = summary(state, Object.keys(state.errors.fields).length)
  return message && <Notice tone="problem">{message}</Notice>
}

function summary({ failure, errors }: FormState, marked: number): ReactNode {
  if (errors.others.length > 0)
    return (
      <>
        <p>{notAcceptedYet()}</p>
        <ul>
          {errors.others.map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      </>
    )
  if (marked > 0)
    return <Plural value={marked} one="Check the marked field." other="Check the # marked fields." />
  return failure ? problemText(failure) : undefined
}
