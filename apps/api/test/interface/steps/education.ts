import { asRead, type Step } from '../step.ts'

const school = '/schools/{school_id}'
const year = '/school-years/{school_year_id}'
const calendar = '/school-calendars/{school_calendar_id}'
const enrollment = '/school-enrollments/{school_enrollment_id}'
const employment = '/school-employments/{school_employment_id}'
const assignment = '/school-employment-assignments/{assignment_id}'
const level = '/school-grade-levels/{school_grade_level_id}'
const assignmentType = '/employment-assignment-types/{employment_assignment_type_id}'

/** Schools, years and calendars. */
const places: readonly Step[] = [
  ['GET', '/schools', 200],
  ['POST', '/schools', 201, { name: 'Riverside School of {me}' }, 'school_id'],
  ['POST', '/schools', 201, { name: 'Hill School of {me}' }, 'hill'],
  ['GET', school, 200],
  ['PATCH', school, 200, { name: 'Riverside Primary School of {me}' }],
  ['GET', school, 200],
  ['PATCH', school, 200, asRead],
  ['GET', '/school-years', 200],
  [
    'POST',
    '/school-years',
    201,
    { name: 'This year of {me}', start: '{start}', end: '{end}' },
    'school_year_id',
  ],
  [
    'POST',
    '/school-years',
    201,
    { name: 'Year before of {me}', start: '2020-08-01', end: '2021-07-31', is_current: true },
    'year_before',
  ],
  ['POST', `${year}/make-current`, 200],
  ['GET', year, 200],
  ['PATCH', year, 200, { name: 'School year of {me}' }],
  ['GET', year, 200],
  ['PATCH', year, 200, asRead],
  ['GET', `${school}/calendars`, 200],
  [
    'POST',
    `${school}/calendars`,
    201,
    { calendar_id: '{school_year_id}', name: 'Pupils of {me}' },
    'school_calendar_id',
  ],
  ['POST', `${school}/calendars`, 201, { calendar_id: '{school_year_id}', name: 'Guests of {me}' }, 'guests'],
  ['GET', `${year}/calendars`, 200],
]

/** Grade levels, and enrollments through their states. */
const enrollments: readonly Step[] = [
  ['GET', '/school-grade-levels', 200],
  ['POST', '/school-grade-levels', 201, { name: 'Reception of {me}' }, 'school_grade_level_id'],
  ['GET', level, 200],
  ['PATCH', level, 200, { name: 'Reception class of {me}' }],
  ['GET', level, 200],
  ['PATCH', level, 200, asRead],
  ['GET', '/school-enrollments', 200],
  [
    'POST',
    '/school-enrollments',
    201,
    { person_id: '{person_id}', calendar_id: '{school_calendar_id}' },
    'school_enrollment_id',
  ],
  ['POST', `${calendar}/enrollments`, 201, { person_id: '{pupil}' }, 'of_pupil'],
  ['GET', enrollment, 200],
  ['PATCH', enrollment, 200, asRead],
  ['PATCH', '/school-enrollments/{school_enrollment_id:of_pupil}', 200, { calendar_id: '{guests}' }],
  ['GET', `${calendar}/enrollments`, 200],
  ['GET', `${school}/enrollments`, 200],
  ['GET', `${year}/enrollments`, 200],
  ['GET', '/persons/{person_id}/school-enrollments', 200],
  ['POST', `${enrollment}/withdraw`, 200],
  ['POST', `${enrollment}/reenroll`, 200],
  ['POST', `${enrollment}/transfer`, 200],
  ['POST', `${enrollment}/reenroll`, 200],
  ['POST', `${enrollment}/graduate`, 200],
  ['DELETE', '/school-enrollments/{school_enrollment_id:of_pupil}', 204],
]

/** Employments and their assignments through their states. */
const employments: readonly Step[] = [
  ['GET', '/employment-assignment-types', 200],
  [
    'POST',
    '/employment-assignment-types',
    201,
    { name: 'Librarian of {me}' },
    'employment_assignment_type_id',
  ],
  ['POST', '/employment-assignment-types', 201, { name: 'Unused of {me}' }, 'unused_role'],
  ['GET', assignmentType, 200],
  ['PATCH', assignmentType, 200, { name: 'School librarian of {me}' }],
  ['GET', assignmentType, 200],
  ['PATCH', assignmentType, 200, asRead],
  ['GET', '/school-employments', 200],
  [
    'POST',
    '/school-employments',
    201,
    { person_id: '{person_id}', school_id: '{school_id}' },
    'school_employment_id',
  ],
  ['POST', '/school-employments', 201, { person_id: '{pupil}', school_id: '{school_id}' }, 'mistaken'],
  ['GET', employment, 200],
  ['PATCH', employment, 200, { position_title: 'Librarian' }],
  ['GET', employment, 200],
  ['PATCH', employment, 200, asRead],
  ['POST', `${employment}/hire`, 200],
  ['GET', `${employment}/assignments`, 200],
  [
    'POST',
    `${employment}/assignments`,
    201,
    { calendar_id: '{school_calendar_id}', assignment_type_id: '{employment_assignment_type_id}' },
    'assignment_id',
  ],
  ['GET', '/school-employment-assignments', 200],
  [
    'POST',
    '/school-employment-assignments',
    201,
    {
      school_employment_id: '{school_employment_id}',
      calendar_id: '{school_calendar_id}',
      assignment_type: 'teacher',
    },
    'second_assignment',
  ],
  ['GET', assignment, 200],
  ['PATCH', assignment, 200, { position_title: 'Head of the library' }],
  ['GET', assignment, 200],
  ['PATCH', assignment, 200, asRead],
  ['GET', `${school}/employment-assignments`, 200],
  ['GET', `${calendar}/employment-assignments`, 200],
  ['GET', '/persons/{person_id}/school-employment-assignments', 200],
  ['POST', `${assignment}/start`, 200],
  ['POST', `${assignment}/end`, 200],
  ['POST', `${assignment}/reactivate`, 200],
  ['POST', `${employment}/terminate`, 200],
  ['POST', `${employment}/reactivate`, 200],
  ['POST', `${employment}/retire`, 200],
  ['DELETE', '/school-employment-assignments/{assignment_id:second_assignment}', 204],
  ['DELETE', '/school-employments/{school_employment_id:mistaken}', 204],
]

/** The records that are archived and deleted at the end. */
const leftOvers: readonly Step[] = [
  ['DELETE', '/employment-assignment-types/{employment_assignment_type_id:unused_role}', 204],
  ['DELETE', level, 204],
  ['POST', '/schools/{school_id:hill}/archive', 200],
  ['POST', '/schools/{school_id:hill}/restore', 200],
  ['DELETE', '/schools/{school_id:hill}', 204],
  ['POST', '/school-years/{school_year_id:year_before}/archive', 200],
  ['POST', '/school-years/{school_year_id:year_before}/restore', 200],
  ['DELETE', '/school-years/{school_year_id:year_before}', 204],
]

/** All steps of the area education. */
export const education: readonly Step[] = [...places, ...enrollments, ...employments, ...leftOvers]
