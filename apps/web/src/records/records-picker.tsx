import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { announceInput, type Pickable, RecordPicker } from './picker.tsx'
import { RecordName } from './record-name.tsx'

interface RecordsPickerProps {
  readonly of: Pickable
  readonly label: string
  /** The name of the field in the form, whose value is the comma-separated ids. */
  readonly name: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  /** The initial ids, comma-separated. */
  readonly defaultIds?: string
}

const idsOf = (text: string) =>
  text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')

/** A field to find several records by words and pick them one after the other. */
export function RecordsPicker({ of, label, name, hint, error, defaultIds = '' }: RecordsPickerProps) {
  const { t } = useLingui()
  const [text, setText] = useState(defaultIds)
  const [round, setRound] = useState(0)
  const hidden = useRef<HTMLInputElement>(null)
  const ids = idsOf(text)
  const change = (next: readonly string[]) => {
    if (hidden.current) announceInput(hidden.current, next.join(','))
  }
  return (
    <div className="field">
      <RecordPicker
        key={round}
        of={of}
        label={label}
        hint={hint}
        error={error}
        onPick={(choice) => {
          if (!choice) return
          change([...new Set([...ids, choice.id])])
          setRound(round + 1)
        }}
        autoFocus={round > 0}
      />
      <input
        type="hidden"
        ref={hidden}
        name={name}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {ids.length > 0 && (
        <ul className="picked" aria-label={label}>
          {ids.map((id) => (
            <li key={id}>
              <RecordName of={of} id={id} />
              <button
                type="button"
                className="chip-clear"
                aria-label={t`Remove from ${label}`}
                onClick={() => change(ids.filter((one) => one !== id))}
              >
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
