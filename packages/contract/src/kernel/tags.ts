/** The sections of the reference, in the order in which it shows them. */
export const tags = {
  Authentication: 'Sign up, sign in, refresh and forgotten passwords. Tokens are bearer tokens (RFC 6750).',
  'Current user': 'Who is signed in, and what that user has selected.',
  Tenants:
    'Organisations, each with its own users, groups and records. Records of one are never visible to another.',
  Groups: 'What users may do. Groups grant permissions and can contain other groups.',
  Users: 'Accounts. A user is global; memberships of groups give access to tenants.',
  Invitations: 'Invitations by mail to join the tenant. Only the mail contains the link to accept one.',
  'Service accounts':
    'Users for programs, and the API keys by which programs and people work without a session.',
  'Audit log': 'Who did what in the tenant, and when.',
  Webhooks: 'URLs to which events are sent as they happen, and how each of them arrived.',
  Operation: 'State of the installation and its background work. For operators.',
  Search: 'Records of every kind by words, and by what is printed on a label.',
  Projects: 'What issues and assets belong to. Two are shared by all tenants.',
  Issues: 'Pieces of work: tasks, incidents, requests, problems, changes, reviews and repairs.',
  'Issue configuration':
    'Types, statuses, priorities, workflows, links, fields and screens of issues. Those of the root tenant are shared by all.',
  'Asset models': 'Kinds of assets, and how their assets are tracked: one by one, or by quantity.',
  Assets: 'Equipment: single pieces with a serial number, or countable stock.',
  'Asset assignments': 'Who is responsible for an asset: a person or a location, from one day to another.',
  'Asset circulations':
    'What happened to assets: issued, returned, moved, received, confirmed. Entries are only added.',
  'Configuration items': 'Systems in operation, their relationships, and the impact of failures.',
  'Asset repairs': 'Work on assets: issues of the subtype repair, with the members that only repairs have.',
  'Location types': 'Kinds of places: sites, buildings, rooms and other kinds that a tenant defines.',
  Locations: 'Places within places, at most twenty levels deep: where things are and people work.',
  Persons: 'People, their names and their contact details.',
  Identities: 'The names that persons have or had, and which of them they go by.',
  Schools: 'The schools of the tenant.',
  'School years': 'The years of school, one of which is the current one.',
  'School calendars': 'School years as each school keeps them; enrollments and assignments refer to them.',
  'Grade levels': 'The grade levels of schools, and their order.',
  'School enrollments': 'Who is at which school in which school year, and how they came and left.',
  'Assignment types': 'The roles that employees are assigned to.',
  'School employments': 'Who is employed by which school, and on what terms.',
  'Employment assignments': 'What employees do, at which school and in which school year.',
  Contacts: 'How persons and their identities are reached.',
} as const satisfies Record<string, string>

export type Tag = keyof typeof tags
