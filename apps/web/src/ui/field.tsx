import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'

interface Labelled {
  readonly label: string
  /** Read out by screen readers after the label, if another control on the page may have the same label. */
  readonly context?: string | undefined
  readonly hint?: string
  readonly error?: string | undefined
}

interface Wiring {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

/** A label above, a hint and an error below, all tied to the control that `children` renders. */
function Labelling({
  label,
  context,
  hint,
  error,
  children,
}: Labelled & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {context && <span className="unseen">, {context}</span>}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

type InputProps = Labelled & Omit<ComponentProps<'input'>, 'id'>

/** A line of text with its label. */
export function Field({ label, context, hint, error, ...input }: InputProps) {
  return (
    <Labelling label={label} context={context} hint={hint} error={error}>
      {(wiring) => <input className="control" {...wiring} {...input} />}
    </Labelling>
  )
}

/** Text of several lines with its label. */
export function TextField({
  label,
  context,
  hint,
  error,
  ...textarea
}: Labelled & Omit<ComponentProps<'textarea'>, 'id'>) {
  return (
    <Labelling label={label} context={context} hint={hint} error={error}>
      {(wiring) => <textarea className="control" {...wiring} {...textarea} />}
    </Labelling>
  )
}

/** A choice from a list with its label. */
export function SelectField({
  label,
  context,
  hint,
  error,
  ...select
}: Labelled & Omit<ComponentProps<'select'>, 'id'>) {
  return (
    <Labelling label={label} context={context} hint={hint} error={error}>
      {(wiring) => <select className="control" {...wiring} {...select} />}
    </Labelling>
  )
}

/** A required password that can be shown, pasted and filled; it is hidden again when the form is sent. */
export function PasswordField({ label, context, hint, error, ...input }: InputProps) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const form = ref.current?.form
    const hide = () => setShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])
  return (
    <Labelling label={label} context={context} hint={hint} error={error}>
      {(wiring) => (
        <div className="with-button">
          <input
            className="control"
            {...wiring}
            {...input}
            ref={ref}
            aria-required
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <button
            type="button"
            className="in-field"
            aria-controls={wiring.id}
            aria-label={shown ? t`Hide password` : t`Show password`}
            onClick={() => setShown(!shown)}
          >
            {shown ? t`Hide` : t`Show`}
          </button>
        </div>
      )}
    </Labelling>
  )
}

/** The field for an email address, which password managers recognize; required unless it is read-only. */
export function EmailField(props: Omit<InputProps, 'label' | 'name' | 'type'>) {
  const { t } = useLingui()
  return (
    <Field
      label={t`Email`}
      name="email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      aria-required={!props.readOnly}
      {...props}
    />
  )
}
