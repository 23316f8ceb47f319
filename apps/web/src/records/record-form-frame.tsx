import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { idempotencyKeys } from '../api.ts'
import { dropDraft, hasDraft, readBase, readDraft } from '../drafts.ts'
import { statusOf } from '../problem-text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormSummary } from '../ui/form.tsx'
import { FormFoot } from '../ui/form-foot.tsx'
import { Notice } from '../ui/notice.tsx'
import { useDraftKey } from '../ui/use-draft.ts'
import { useForm } from '../ui/use-form.ts'
import { askableFields } from './askable-fields.ts'
import { useCan } from './can.ts'
import { bodyOf, changesOf, type FormField, FormFieldView, textsOfRecord } from './form-field.tsx'
import { type Merged, merge } from './merge.ts'
import { TheirValue } from './their-value.tsx'
import { type Sending, useSending } from './use-sending.ts'

export interface Versioned {
  readonly id: string
  readonly version: number
}

interface SendOptions {
  /** Only for a new record: pressing the button again cannot create a second one. */
  readonly idempotencyKey?: string
}

interface FormProps<R extends Versioned, B extends object> {
  /** The name of the draft; the form of an existing record adds its id. */
  readonly name: string
  readonly title: string
  readonly action: string
  readonly fields: readonly FormField[]
  /** The initial texts of the fields of a new record. */
  readonly start?: Readonly<Record<string, string>>
  /** Sends the body, which has the members of the fields; the service validates it. */
  readonly send: (body: B, options: SendOptions) => Promise<R>
  /** Called with the name and the text of an `input` element that the user fills in. */
  readonly onInput?: (name: string, text: string) => void
  readonly onDone: (record: R) => void
  readonly onClose: () => void
}

/** The record to change. `reload` reads it again if somebody else has changed it meanwhile. */
interface Changed<R extends Versioned> {
  readonly record: R
  readonly reload: () => Promise<R>
}

export type RecordFormProps<R extends Versioned, B extends object> = FormProps<R, B> &
  (Changed<R> | { readonly record?: never; readonly reload?: never })

/** The content of `RecordForm`. It needs the signed-in user, whose draft it may begin with. */
export default function RecordFormFrame<R extends Versioned, B extends object>(props: RecordFormProps<R, B>) {
  const key = useDraftKey()(draftOf(props))
  return key !== undefined && <KnownForm {...props} draftKey={key} />
}

type KnownFormProps<R extends Versioned, B extends object> = RecordFormProps<R, B> & {
  readonly draftKey: string
}

function KnownForm<R extends Versioned, B extends object>(props: KnownFormProps<R, B>) {
  const { start, draftKey: key } = props
  // The record as it was when the form was opened. Changes that others make meanwhile are merged; they are not the initial
  // values.
  const [record, setRecord] = useState(props.record)
  const fields = askableFields(props.fields, useCan())
  const before = record ? textsOfRecord(fields, record) : (start ?? {})
  const draft = draftOf(props)
  const [merged, setMerged] = useState(() => record && mergeDraft(key, fields, record, before))
  const [isRestored, setRestored] = useState(() => hasDraft(key))
  const { sending, close } = useSending(props.onClose)
  const discard = () => {
    dropDraft(key)
    setRecord(merged?.record ?? record)
    setMerged(undefined)
    setRestored(false)
  }
  return (
    <Dialog title={props.title} isOpen isDrawer onClose={close}>
      <Fields
        key={`${merged?.record.version} ${isRestored}`}
        {...props}
        draft={draft}
        sending={sending}
        onClose={close}
        fields={fields}
        record={merged?.record ?? record}
        before={merged?.before ?? before}
        shown={merged?.shown ?? before}
        conflicts={merged?.conflicts ?? {}}
        isMerged={merged !== undefined}
        onDiscard={isRestored ? discard : undefined}
        onMerge={async (mine) => {
          if (!props.reload) return
          const theirs = await props.reload()
          setMerged(merge(fields, merged?.before ?? before, mine, theirs, textsOfRecord(fields, theirs)))
        }}
      />
    </Dialog>
  )
}

/** The name of a form's draft; for an existing record it contains the id. */
const draftOf = ({ name, record }: { readonly name: string; readonly record?: Versioned }) =>
  record ? `${name} ${record.id}` : name

/** Merges a draft with the current record, if somebody else has changed the record since the draft was typed. */
function mergeDraft<R extends Versioned>(
  key: string,
  fields: readonly FormField[],
  record: R,
  texts: Readonly<Record<string, string>>,
): Merged<R> | undefined {
  const base = readBase(key)
  if (!base || base.version === record.version) return undefined
  return merge(fields, base.texts, { ...base.texts, ...readDraft(key) }, record, texts)
}

interface FieldsProps<R extends Versioned, B extends object> extends FormProps<R, B> {
  readonly draft: string
  readonly record: R | undefined
  readonly before: Readonly<Record<string, string>>
  readonly shown: Readonly<Record<string, string>>
  readonly conflicts: Readonly<Record<string, string>>
  readonly isMerged: boolean
  /** Deletes the draft and shows the current record; undefined if the form did not begin with a draft. */
  readonly onDiscard: (() => void) | undefined
  /** True while the form is sent. */
  readonly sending: Sending
  readonly onMerge: (mine: Readonly<Record<string, string>>) => Promise<void>
}

function Fields<R extends Versioned, B extends object>(props: FieldsProps<R, B>) {
  const { draft, action, fields, record, before, shown, conflicts, isMerged, onDiscard, sending } = props
  const { t } = useLingui()
  const [keys] = useState(idempotencyKeys)
  const form = useForm({
    draft,
    base: record && { version: record.version, texts: before },
    names: fields.map((field) => field.name),
    check: (values) =>
      Object.fromEntries(
        fields
          .filter((field) => field.isRequired && (values[field.name] ?? '').trim() === '')
          .map((field) => [field.name, t`Fill this in.`]),
      ),
    send: async (values) => {
      const members = record ? changesOf(fields, values, before) : bodyOf(fields, values, before)
      // The members are those of the fields, and the service checks their values. `version` works like If-Match.
      const body = (record ? { ...members, version: record.version } : members) as B
      return sending(async () => {
        try {
          return await props.send(body, record ? {} : { idempotencyKey: keys.keyOf(body) })
        } catch (error) {
          if (record && statusOf(error) === 412) await props.onMerge(values)
          throw error
        }
      })
    },
    sent: (saved) => {
      keys.done()
      props.onDone(saved)
    },
  })
  useEffect(() => {
    // The Discard button disappears together with the draft, and with it the focus.
    if (document.activeElement === document.body)
      form.form.current?.querySelector<HTMLElement>('input:not([type="hidden"]), select, textarea')?.focus()
  }, [form.form])
  const cancel = () => {
    if (!form.pending) form.forget()
    props.onClose()
  }
  return (
    <form
      ref={form.form}
      className="form"
      noValidate
      aria-label={props.title}
      onInput={(event) => {
        form.input(event)
        if (event.target instanceof HTMLInputElement) props.onInput?.(event.target.name, event.target.value)
      }}
      onSubmit={form.submit}
    >
      <div role="alert">
        {onDiscard && (
          <Notice tone="info">
            <Trans>Your unsaved changes were restored.</Trans>{' '}
            <button type="button" className="link" onClick={() => form.pending || onDiscard()}>
              <Trans>Discard</Trans>
            </button>
          </Notice>
        )}
        {isMerged && !form.failure && (
          <Notice tone="info">
            <Trans>
              Somebody else changed this meanwhile. Check their changes beside yours, and save again.
            </Trans>
          </Notice>
        )}
        <FormSummary state={form} />
      </div>
      {fields.map((field) => (
        <div key={field.name} className={field.isHalf ? 'half' : undefined}>
          <FormFieldView
            field={field}
            value={shown[field.name] ?? ''}
            error={form.errors.fields[field.name]}
          />
          {conflicts[field.name] !== undefined && (
            <p className="conflict">
              <Trans>
                Somebody changed this to “
                <TheirValue field={field} text={conflicts[field.name] ?? ''} />” meanwhile. Your value is kept
                unless you change it.
              </Trans>
            </p>
          )}
        </div>
      ))}
      <FormFoot action={form.pending ? t`Saving…` : action} pending={form.pending} onCancel={cancel} />
    </form>
  )
}
