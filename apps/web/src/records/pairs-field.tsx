import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { type PairMember, pairsOf } from './pairs.ts'
import { announceInput } from './picker.tsx'

interface PairsFieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly members: readonly PairMember[]
  /** Each member has a list of values. */
  readonly areLists?: boolean
  /** The initial pairs, as JSON. */
  readonly value: string
}

/** Attributes that tie an error to a group of controls. The group can get the focus as a single field does. */
export const errorOfGroup = (error: string | undefined, id: string) =>
  error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': id, tabIndex: -1 }

/** A form field that edits an object: one row for each member, with its name and an input for its value. */
export function PairsField({ name, label, hint, error, members, areLists = false, value }: PairsFieldProps) {
  const { t } = useLingui()
  const id = useId()
  const hidden = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const typed = useRef(value)
  // The inputs of the rows are made again when their values come from elsewhere, such as a draft.
  const [filled, setFilled] = useState(0)
  const pairs = Object.entries(pairsOf(text))
  const write = (next: readonly (readonly [string, unknown])[]) => {
    typed.current = JSON.stringify(Object.fromEntries(next))
    if (hidden.current) announceInput(hidden.current, typed.current)
  }
  const take = (next: string) => {
    setText(next)
    if (next !== typed.current) setFilled((times) => times + 1)
    typed.current = next
  }
  const free = members.filter((member) => !pairs.some(([taken]) => taken === member.name))
  return (
    <fieldset className="pairs" {...errorOfGroup(error, id)}>
      <legend>{label}</legend>
      {hint && <p className="hint">{hint}</p>}
      <input
        type="hidden"
        ref={hidden}
        name={name}
        value={text}
        onInput={(event) => take(event.currentTarget.value)}
      />
      {pairs.map(([of, given]) => {
        const member = members.find((one) => one.name === of) ?? { name: of, text: of }
        return (
          <div key={`${of} ${filled}`} className="pair">
            <span className="ellipsis" title={of}>
              {member.text}
            </span>
            <ValueInput
              label={`${label}: ${member.text}`}
              member={member}
              isList={areLists}
              value={given}
              onChange={(next) => write(pairs.map((pair) => (pair[0] === of ? [of, next] : pair)))}
            />
            <button
              type="button"
              className="icon-button"
              aria-label={t`Remove ${member.text} from ${label}`}
              onClick={() => write(pairs.filter(([one]) => one !== of))}
            >
              <X aria-hidden="true" />
            </button>
          </div>
        )
      })}
      {free.length > 0 && (
        <select
          className="control"
          aria-label={t`Add to ${label}`}
          value=""
          onChange={(event) => {
            const member = free.find((one) => one.name === event.target.value)
            if (!member) return
            const first = member.options?.[0]?.[0] ?? ''
            write([...pairs, [member.name, areLists ? (first ? [first] : []) : typedValue(first, member)]])
          }}
        >
          <option value="">{t`Add a field…`}</option>
          {free.map((member) => (
            <option key={member.name} value={member.name}>
              {member.text}
            </option>
          ))}
        </select>
      )}
      {pairs.length === 0 && free.length === 0 && (
        <p className="hint">
          <Trans>There are no fields.</Trans>
        </p>
      )}
      {error !== undefined && (
        <p className="error" id={id}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface ValueInputProps {
  readonly label: string
  readonly member: PairMember
  readonly isList: boolean
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

function ValueInput({ label, member, isList, value, onChange }: ValueInputProps) {
  if (member.options && !isList)
    return (
      <select
        className="control"
        aria-label={label}
        value={textOfValue(value)}
        onChange={(event) => onChange(typedValue(event.target.value, member))}
      >
        {member.options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    )
  return (
    <input
      className="control"
      aria-label={label}
      autoComplete="off"
      // Uncontrolled, so that the text stays as typed: `1.0` may be the start of 1.05.
      defaultValue={Array.isArray(value) ? value.join(', ') : textOfValue(value)}
      onChange={({ target }) => onChange(isList ? listOf(target.value) : typedValue(target.value, member))}
    />
  )
}

const listOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const textOfValue = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Converts typed text to a number, a boolean or null if it can be read as one; otherwise it stays a text. */
function typedValue(text: string, { isText = false }: PairMember): unknown {
  const trimmed = text.trim()
  if (isText) return trimmed
  if (trimmed === '') return null
  if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true'
  return Number.isNaN(Number(trimmed)) ? trimmed : Number(trimmed)
}
