import { asRead, type Step } from '../step.ts'

/** Location types and locations. */
export const locations: readonly Step[] = [
  ['GET', '/location-types', 200],
  ['POST', '/location-types', 201, { name: 'Hut of {me}' }, 'location_type'],
  ['GET', '/locations', 200],
  ['POST', '/locations', 201, { name: 'Store of {me}', type_id: '{location_type}' }, 'location_id'],
  [
    'POST',
    '/locations',
    201,
    { parent_id: '{location_id}', name: 'Shelf', type_id: '{location_type}' },
    'shelf',
  ],
]

const person = '/persons/{person_id}'
const identity = `${person}/identities/{identity_id}`

/** Persons, identities and contacts. */
export const census: readonly Step[] = [
  ['GET', '/persons', 200],
  ['POST', '/persons', 201, {}, 'person_id'],
  ['POST', '/persons', 201],
  ['POST', '/persons', 201, {}, 'other_person'],
  ['GET', person, 200],
  ['PATCH', person, 200, asRead],
  ['GET', `${person}/identities`, 200],
  ['POST', `${person}/identities`, 201, { last_name: 'Okafor', first_name: 'Ada' }, 'identity_id'],
  ['POST', `${person}/identities`, 201, { last_name: 'Eze', first_name: 'Ada' }, 'married_name'],
  ['GET', `${person}/current-identity`, 200],
  ['POST', `${person}/current-identity`, 200, { identity_id: '{married_name}' }],
  ['PATCH', person, 200, { current_identity_id: '{identity_id}' }],
  ['GET', identity, 200],
  ['PATCH', identity, 200, { middle_name: 'Ngozi' }],
  ['GET', identity, 200],
  ['PATCH', identity, 200, asRead],
  ['POST', `${identity}/deactivate`, 200],
  ['POST', `${identity}/activate`, 200],
  ['POST', `${identity}/archive`, 200],
  ['POST', `${identity}/restore`, 200],
  ['GET', '/identities', 200],
  ['GET', '/identities/{identity_id}', 200],
  ['PATCH', '/identities/{identity_id}', 200, { first_name: 'Adaeze' }],
  ['GET', `${person}/contacts`, 200],
  ['POST', `${person}/contacts`, 201, { type: 'email', value: 'ada@example.org' }, 'contact_id'],
  [
    'POST',
    `${person}/contacts`,
    201,
    { type: 'phone', value: '+49 30 1234', label: 'Home', sort_order: 0 },
    'phone',
  ],
  ['GET', `${person}/contacts/{contact_id}`, 200],
  ['PATCH', `${person}/contacts/{contact_id}`, 200, { label: 'Work' }],
  ['PUT', `${person}/contacts/order`, 200, { contact_ids: ['{contact_id}', '{phone}'] }],
  ['GET', `${identity}/contacts`, 200],
  ['POST', `${identity}/contacts`, 201, { type: 'email', value: 'a.okafor@example.org' }, 'work_mail'],
  ['GET', '/contacts', 200],
  ['GET', '/contacts/{contact_id}', 200],
  ['PATCH', '/contacts/{contact_id}', 200, { value: 'ada.okafor@example.org' }],
  ['GET', '/contacts/{contact_id}', 200],
  ['PATCH', '/contacts/{contact_id}', 200, asRead],
  ['DELETE', `${person}/contacts/{contact_id:phone}`, 204],
  ['DELETE', '/contacts/{contact_id:work_mail}', 204],
  ['DELETE', `${person}/identities/{identity_id:married_name}`, 204],
  ['POST', '/persons/{person_id:other_person}/archive', 200],
  ['POST', '/persons/{person_id:other_person}/restore', 200],
  ['DELETE', '/persons/{person_id:other_person}', 204],
  ['POST', '/persons', 201, {}, 'pupil'],
]

const item = '/configuration-items/{ci_id}'

/** Configuration items and their relationships. */
export const configurationItems: readonly Step[] = [
  ['GET', '/configuration-items', 200],
  ['POST', '/configuration-items', 201, { name: 'Timetable of {me}' }, 'ci_id'],
  ['POST', '/configuration-items', 201, { name: 'Database of {me}', description: 'PostgreSQL' }, 'database'],
  ['GET', item, 200],
  ['PATCH', item, 200, { description: 'Plans lessons' }],
  ['GET', item, 200],
  ['PATCH', item, 200, asRead],
  ['GET', `${item}/relationships`, 200],
  [
    'POST',
    `${item}/relationships`,
    201,
    { target_id: '{database}', relationship_type: 'depends_on' },
    'relationship_id',
  ],
  ['DELETE', '/relationships/{relationship_id}', 204],
  ['POST', '/configuration-items/{ci_id:database}/archive', 200],
  ['POST', '/configuration-items/{ci_id:database}/restore', 200],
  ['DELETE', '/configuration-items/{ci_id:database}', 204],
]
