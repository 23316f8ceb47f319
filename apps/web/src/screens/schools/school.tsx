import type { School, SchoolUpdate } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { isId } from '../../app/code-match.ts'
import { FoundByCode } from '../../app/found-by-code.tsx'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { externalIdsText } from '../../records/external-ids.ts'
import { History } from '../../records/history.tsx'
import { RecordActions } from '../../records/record-actions.tsx'
import { RecordForm } from '../../records/record-form.tsx'
import { RecordName } from '../../records/record-name.tsx'
import { RecordPage } from '../../records/record-page.tsx'
import { Related } from '../../records/related.tsx'
import { Facts, Section } from '../../records/section.tsx'
import { Day } from '../../ui/day.tsx'
import { Status } from '../../ui/marks.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { EmploymentLink } from '../employments/employment-link.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import { pickableGradeLevels } from './pickables.ts'
import { useSchoolFields } from './school-fields.ts'
import { schoolCategories } from './words.ts'

/** The page of one school: its facts, students, calendars, staff and history. */
export function SchoolPage() {
  const { t } = useLingui()
  const can = useCan()
  const { slug } = useTenant()
  const { school: school_id } = useParams({ from: '/t/$tenant/schools/$school' })
  const within = {
    text: t`Schools`,
    link: { to: '/t/$tenant/schools', params: { tenant: slug } },
  } as const
  const query = useQuery({
    queryKey: ['schools', school_id],
    enabled: isId(school_id),
    queryFn: ({ signal }) => api.schools.get({ school_id }, { signal, include: ['location'] }),
  })
  if (!query.data) return <FoundByCode type="school" code={school_id} query={query} within={within} />
  const school = query.data
  const { category, location } = school
  return (
    <RecordPage
      within={within}
      title={school.name}
      marks={school.archived_at && <Status tone="quiet">{t`Archived`}</Status>}
      actions={can('education:write') && <SchoolActions key={school.id} school={school} />}
      side={
        <Facts
          facts={[
            [t`Short name`, school.short_name],
            [t`Code`, school.code],
            [t`Category`, category && t(schoolCategories[category])],
            [t`Location`, location?.name && <LocationLink id={location.id} name={location.name} />],
            [
              t`Website`,
              school.website && (
                <a key="website" href={school.website} target="_blank" rel="noreferrer nofollow">
                  {school.website.replace(/^https?:\/\//, '')}
                </a>
              ),
            ],
            [t`Time zone`, school.timezone],
            [t`In other systems`, externalIdsText(school.external_ids)],
          ]}
        />
      }
    >
      <Students school_id={school_id} />
      <Related
        title={t`Calendars`}
        queryKey={['school-calendars', 'of school', school_id]}
        sort="-start_date"
        list={{
          page: (parameters, options) =>
            api.schools.calendars.list.safe({ school_id }, { ...parameters, include: ['calendar'] }, options),
        }}
        line={({ name, calendar, start_date, end_date }) => (
          <>
            <strong className="ellipsis">{name}</strong>
            <span className="hint">{calendar?.name}</span>
            <span className="hint at-end">
              <Day on={start_date} /> – <Day on={end_date} />
            </span>
          </>
        )}
        empty={t`No calendar yet. A calendar is a school year at this school.`}
      />
      {can('employments:read') && (
        <Related
          title={t`Staff`}
          queryKey={['school-employments', 'of school', school_id]}
          list={{
            page: (parameters, options) =>
              api.schoolEmployments.list.safe(
                { ...parameters, school_id: [school_id], status: ['active'], include: ['person'] },
                options,
              ),
          }}
          line={({ id, person, position_title }) => (
            <>
              <EmploymentLink id={id} name={person?.name ?? t`Without a name`} />
              <span className="hint at-end">{position_title}</span>
            </>
          )}
          empty={t`Nobody is employed here.`}
        />
      )}
      <History
        key={`history ${school_id}`}
        queryKey={['schools', school_id]}
        page={(query, options) =>
          api.schools.history.list.safe({ school_id }, { ...query, include: ['actor'] }, options)
        }
      />
    </RecordPage>
  )
}

/** The number of enrolled students in each grade level. */
function Students({ school_id }: { readonly school_id: string }) {
  const { t } = useLingui()
  const { slug } = useTenant()
  const query = useQuery({
    queryKey: ['school-enrollments', 'by grade level', school_id],
    queryFn: async ({ signal }) => {
      const [groups, levels] = await Promise.all([
        api.schoolEnrollments.summary.list(
          { school_id: [school_id], status: ['enrolled'], group_by: ['grade_level_id'] },
          { signal },
        ),
        api.schoolGradeLevels.list({ limit: 500 }, { signal }),
      ])
      // Sorted as the grade levels are; students without a grade level come last.
      const place = new Map(levels.map(({ id }, at) => [id, at]))
      const placeOf = (id: string | null | undefined) => place.get(id ?? '') ?? levels.length
      return groups.toSorted((one, other) => placeOf(one.grade_level_id) - placeOf(other.grade_level_id))
    },
  })
  return (
    <Section title={t`Students`}>
      {query.isPending ? (
        <SkeletonLines />
      ) : !query.data ? (
        <Unloaded query={query} />
      ) : query.data.length === 0 ? (
        <p className="hint">
          <Trans>Nobody is enrolled here.</Trans>
        </p>
      ) : (
        <ul className="line-list" aria-label={t`Students by grade level`}>
          {query.data.map(({ grade_level_id, count }) => (
            <li key={grade_level_id ?? ''}>
              {grade_level_id ? (
                <Link
                  className="row-link count-link"
                  to="/t/$tenant/school-enrollments"
                  params={{ tenant: slug }}
                  search={{ school_id, grade_level_id, status: 'enrolled' }}
                >
                  <RecordName of={pickableGradeLevels} id={grade_level_id} />
                  <span className="at-end">{count}</span>
                </Link>
              ) : (
                <>
                  <Trans>Without a grade level</Trans>
                  <span className="at-end">{count}</span>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function SchoolActions({ school }: { readonly school: School }) {
  const { t } = useLingui()
  const fields = useSchoolFields()
  const params = { school_id: school.id }
  return (
    <RecordActions<School>
      of={school.name}
      touches={['schools']}
      moves={[]}
      mayEdit={school.archived_at === null}
      form={(events) => (
        <RecordForm
          name="schools"
          title={t`Change ${school.name}`}
          action={t`Save`}
          fields={fields}
          record={school}
          send={(body: SchoolUpdate) => api.schools.update(params, body)}
          reload={() => api.schools.get(params)}
          {...events}
        />
      )}
    />
  )
}
