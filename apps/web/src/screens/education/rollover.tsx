import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, every } from '../../api.ts'
import { problemText } from '../../problem-text.ts'
import { RecordPicker } from '../../records/picker.tsx'
import { useSending } from '../../records/use-sending.ts'
import { refetch } from '../../refetch.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toasts.tsx'
import { pickableCalendars } from '../schools/pickables.ts'
import type { Student } from './class-query.ts'
import { MOST_STUDENTS, rollOver, type Step, stepsOf } from './rollover-items.ts'

interface RolloverProps {
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
export function Rollover({ students, onClose }: RolloverProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [preview, setPreview] = useState<Preview>()
  const [calendar, setCalendar] = useState('')
  const { sending, close } = useSending(onClose)
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
    <Dialog title={t`Take into the next year`} isOpen isDrawer onClose={close}>
      <form
        className="form"
        aria-label={t`Take into the next year`}
        onSubmit={(event) => {
          event.preventDefault()
          if (isBusy) return
          if (preview) run.mutate(preview)
          else if (calendar !== '') trial.mutate()
        }}
      >
        <div role="alert">{error && <Notice tone="problem">{problemText(error)}</Notice>}</div>
        {preview ? (
          <RolloverPreview preview={preview} />
        ) : (
          <RecordPicker
            of={pickableCalendars}
            label={t`Calendar of the next school year`}
            isRequired
            onPick={(choice) => setCalendar(choice?.id ?? '')}
          />
        )}
        {students.length > MOST_STUDENTS && (
          <Notice tone="problem">
            <Trans>These are too many at once. Choose one grade level at a time.</Trans>
          </Notice>
        )}
        <FormFoot
          action={
            students.length <= MOST_STUDENTS &&
            (preview
              ? ready.length > 0 && (
                  <Plural value={ready.length} one="Take # student along" other="Take # students along" />
                )
              : t`Preview`)
          }
          pending={isBusy || (!preview && calendar === '')}
          onCancel={close}
        />
      </form>
    </Dialog>
  )
}

function RolloverPreview({ preview }: { readonly preview: Preview }) {
  const { t } = useLingui()
  return (
    <>
      <p className="hint">
        <Trans>Nothing has been changed yet. Students who are refused stay in their current year.</Trans>
      </p>
      <ul className="line-list" aria-label={t`What will happen`}>
        {preview.steps.map(({ student, next, isGraduating }) => (
          <li key={student.id}>
            <span>{student.person?.name ?? t`Without a name`}</span>
            <span className="hint at-end">
              {preview.refusals.get(student.id) ??
                (isGraduating ? t`Graduates` : next ? t`To ${next.name}` : t`Without a grade level`)}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
