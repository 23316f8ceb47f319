import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../api.ts'
import { problemText } from '../../problem-text.ts'
import { useCan } from '../../records/can.ts'
import { ListPage } from '../../records/list-page.tsx'
import { RecordPicker } from '../../records/picker.tsx'
import { saveFile } from '../../records/save-file.ts'
import { useView } from '../../records/view.ts'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toastProblem } from '../../ui/toasts.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { pickableCalendars, pickableGradeLevels } from '../schools/pickables.ts'
import { classQuery, parametersOfClass } from './class-query.ts'
import { EnrollmentLink } from './enrollment-link.tsx'
import { EnrollmentViews } from './enrollment-views.tsx'
import { Rollover } from './rollover.tsx'
import { MOST_STUDENTS } from './rollover-items.ts'

/** The students of a calendar, of all grade levels or of one. The list can be printed, saved as CSV, and rolled over. */
export function ClassList() {
  const { t } = useLingui()
  const mayWrite = useCan()('education:write')
  const [view, change] = useView()
  const [isRolling, setRolling] = useState(false)
  const { calendar = '', grade = '' } = view
  const query = useQuery({ ...classQuery(calendar, grade), enabled: calendar !== '' })
  const students = query.data ?? []
  const areTooMany = students.length > MOST_STUDENTS
  const tooManyId = useId()
  const save = async () => {
    try {
      const stream = await api.schoolEnrollments.list.csv(parametersOfClass(calendar, grade))
      await saveFile('class-list.csv', 'text/csv', stream)
    } catch (error) {
      toastProblem(problemText(error))
    }
  }
  return (
    <ListPage
      title={t`Class list`}
      action={
        <span className="page-actions no-print">
          <EnrollmentViews />
          {students.length > 0 && (
            <>
              <button type="button" className="button outlined small" onClick={() => window.print()}>
                <Trans>Print</Trans>
              </button>
              <button type="button" className="button outlined small" onClick={() => void save()}>
                <Trans>Save as CSV</Trans>
              </button>
              {mayWrite && (
                <button
                  type="button"
                  className="button primary small"
                  aria-disabled={areTooMany}
                  aria-describedby={areTooMany ? tooManyId : undefined}
                  onClick={() => areTooMany || setRolling(true)}
                >
                  <Trans>Take into the next year</Trans>
                </button>
              )}
            </>
          )}
        </span>
      }
    >
      <div className="list-body">
        {mayWrite && areTooMany && (
          <p className="hint no-print" id={tooManyId}>
            <Trans>
              To take students into the next year, choose one grade level at a time: these are more than{' '}
              {MOST_STUDENTS}.
            </Trans>
          </p>
        )}
        <form
          className="class-choice no-print"
          aria-label={t`Class`}
          onSubmit={(event) => {
            event.preventDefault()
            const chosen = new FormData(event.currentTarget)
            void change({
              calendar: String(chosen.get('calendar') ?? ''),
              grade: String(chosen.get('grade') ?? ''),
            })
          }}
        >
          <RecordPicker of={pickableCalendars} label={t`Calendar`} name="calendar" defaultId={calendar} />
          <RecordPicker of={pickableGradeLevels} label={t`Grade level`} name="grade" defaultId={grade} />
          <button type="submit" className="button outlined">
            <Trans>Show</Trans>
          </button>
        </form>
        {calendar === '' ? (
          <p className="hint">
            <Trans>Choose a calendar and, optionally, a grade level.</Trans>
          </p>
        ) : query.isPending ? (
          <SkeletonLines />
        ) : !query.data ? (
          <Unloaded query={query} />
        ) : students.length === 0 ? (
          <p className="hint">
            <Trans>Nobody is enrolled there.</Trans>
          </p>
        ) : (
          <table className="class-list" aria-label={t`Class list`}>
            <thead>
              <tr>
                <th scope="col" className="number-cell">{t`Number`}</th>
                <th scope="col">{t`Person`}</th>
                <th scope="col">{t`Grade level`}</th>
              </tr>
            </thead>
            <tbody>
              {students.map(({ id, person, grade_level_record }, at) => (
                <tr key={id}>
                  <td className="number-cell">{at + 1}</td>
                  <td>
                    <EnrollmentLink id={id} name={person?.name ?? t`Without a name`} />
                  </td>
                  <td>{grade_level_record?.name}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      {isRolling && <Rollover from={calendar} students={students} onClose={() => setRolling(false)} />}
    </ListPage>
  )
}
