import { t } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, every } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { problemText } from '../../problem-text.ts'
import type { Choice } from '../../records/picker.tsx'
import { type Sending, useSending } from '../../records/use-sending.ts'
import { refetch } from '../../refetch.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import type { Student } from './class-query.ts'
import { laterCalendarsQuery } from './later-calendars.ts'
import { rollOver, type Step, stepsOf } from './rollover-items.ts'

interface RolloverProps {
  /** The id of the calendar on which the students are enrolled. */
  readonly from: string
  readonly students: readonly Student[]
  readonly onClose: () => void
}

interface Preview {
  readonly calendar: string
  readonly steps: readonly Step[]
  /** The reason why a student stays in the current school year, by the id of the enrollment. */
  readonly refusals: ReadonlyMap<string, string>
}

/** Takes a class into the next school year: first a preview that writes nothing, then one atomic request. */
export function Rollover({ from, students, onClose }: RolloverProps) {
  const { t } = useLingui()
  const { slug } = useTenant()
  const later = useQuery(laterCalendarsQuery(from))
  const { school = '', school_id, calendars = [] } = later.data ?? {}
  const { sending, close } = useSending(onClose)
  return (
    <Dialog title={t`Take into the next year`} isOpen isDrawer onClose={close}>
      {later.isPending ? (
        <SkeletonLines />
      ) : !later.data ? (
        <Unloaded query={later} />
      ) : calendars.length === 0 ? (
        <p>
          <Trans>There is no later school year for {school} yet.</Trans>{' '}
          <Link to="/t/$tenant/school-calendars" params={{ tenant: slug }} search={{ school_id }}>
            <Trans>Calendars of {school}</Trans>
          </Link>
        </p>
      ) : (
        <RolloverForm students={students} calendars={calendars} sending={sending} onClose={close} />
      )}
    </Dialog>
  )
}

interface RolloverFormProps extends Omit<RolloverProps, 'from'> {
  /** The calendars of the later school years. */
  readonly calendars: readonly Choice[]
  readonly sending: Sending
}

function RolloverForm({ students, calendars, sending, onClose }: RolloverFormProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [preview, setPreview] = useState<Preview>()
  const [calendar, setCalendar] = useState(calendars[0]?.id ?? '')
  const trial = useMutation({
    mutationFn: async () => {
      const levels = await every(api.schoolGradeLevels.list.all())
      const steps = stepsOf(students, levels)
      return { calendar, steps, refusals: await rollOver(steps, calendar, true) }
    },
    onSuccess: setPreview,
  })
  const ready = preview?.steps.filter(({ student }) => !preview.refusals.has(student.id)) ?? []
  const run = useMutation({
    mutationFn: ({ calendar }: Preview) => sending(() => rollOver(ready, calendar, false)),
    onSuccess: (refusals) => {
      if (refusals.size > 0 && preview) {
        setPreview({ ...preview, refusals: new Map([...preview.refusals, ...refusals]) })
        return
      }
      void refetch(queries, { queryKey: ['school-enrollments'] })
      toast(t`The class is in the next school year.`)
      onClose()
    },
  })
  const error = trial.error ?? run.error
  const isBusy = trial.isPending || run.isPending
  return (
    <form
      className="form"
      aria-label={t`Take into the next year`}
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy) return
        if (preview) run.mutate(preview)
        else trial.mutate()
      }}
    >
      <div role="alert">{error && <Notice tone="problem">{problemText(error)}</Notice>}</div>
      {preview ? (
        <RolloverPreview preview={preview} />
      ) : (
        <SelectField
          label={t`Calendar of the next school year`}
          value={calendar}
          onChange={({ currentTarget }) => setCalendar(currentTarget.value)}
        >
          {calendars.map(({ id, text }) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </SelectField>
      )}
      <FormFoot
        action={
          preview
            ? ready.length > 0 && (
                <Plural value={ready.length} one="Take # student along" other="Take # students along" />
              )
            : t`Preview`
        }
        pending={isBusy}
        onCancel={onClose}
      />
    </form>
  )
}

function RolloverPreview({ preview: { steps, refusals } }: { readonly preview: Preview }) {
  const { t } = useLingui()
  const all = steps.length
  const going = steps.filter(({ student }) => !refusals.has(student.id))
  /** The refused students, by the reason. */
  const refused = Map.groupBy(
    steps.filter(({ student }) => refusals.has(student.id)),
    ({ student }) => refusals.get(student.id) ?? '',
  )
  return (
    <>
      <p className="hint">
        <Trans>Nothing has been changed yet. Students who are refused stay in their current year.</Trans>
      </p>
      {[...refused].map(([why, stopped]) => (
        <div key={why}>
          <p>
            <Trans>
              {stopped.length} of {all}: {why}
            </Trans>
          </p>
          <details>
            <summary>
              <Trans>Show who</Trans>
            </summary>
            <ul className="line-list">
              {stopped.map(({ student }) => (
                <li key={student.id}>{nameOf(student)}</li>
              ))}
            </ul>
          </details>
        </div>
      ))}
      <ul className="line-list" aria-label={t`What will happen`}>
        {going.map(({ student, next, isGraduating }) => (
          <li key={student.id}>
            <span>{nameOf(student)}</span>
            <span className="hint at-end">
              {isGraduating ? t`Graduates` : next ? t`To ${next.name}` : t`Without a grade level`}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

const nameOf = ({ person }: Student) => person?.name ?? t`Without a name`
