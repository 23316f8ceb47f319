interface ForPrograms {
  /** How many of them no screen calls; `docs/screens.md` states the same. */
  readonly count: number
  readonly reason: string
}

/** Operations that only programs need, by the last part of their name. */
export const forPrograms: Readonly<Record<string, ForPrograms>> = {
  bulk: {
    count: 29,
    reason:
      'Programs send many changes at once. Pages use it only for chosen issues and assets, and to enroll a year.',
  },
  upsert: { count: 29, reason: 'Programs keep records in step with another system by its ids.' },
  'history.list': {
    count: 22,
    reason: 'The page of a record shows its history; that of parts and of the configuration programs read.',
  },
  'summary.list': {
    count: 9,
    reason: 'Programs count records for their reports. A list shows how many records it has.',
  },
}

/** Operations of persons and programs that no screen calls, each with the reason. */
export const withoutScreen: Readonly<Record<string, string>> = {
  'auth.refreshToken': 'The page renews no session: one that has expired asks for the password.',
  'me.signUp': 'The same as the creation of an account, for clients that know the interface by /me.',
  'me.signIn': 'The same as the creation of a token, for clients that know the interface by /me.',
  'tenants.groups.list': 'The settings list the groups of the organisation in use.',
  'invitations.get': 'The list of invitations shows all that one has.',
  'projects.issues.list': 'The list of issues, filtered by the project, shows them.',
  'projects.issues.create': 'The form for a new issue names the project.',
  'issues.comments.get': 'The page of an issue shows them with all others of their kind.',
  'issues.attachments.get': 'The page of an issue shows them with all others of their kind.',
  'issues.links.get': 'The page of an issue shows them with all others of their kind.',
  'issues.history.get': 'The page of an issue shows them with all others of their kind.',
  'issueWorkflowStatuses.get': 'The page of a workflow shows all of its statuses.',
  'assetCirculations.list': 'The page of an asset shows them in the history of its custody.',
  'assetCirculations.get': 'The page of an asset shows them in the history of its custody.',
  'assetAssignments.create': 'Handing out an asset makes the assignment.',
  'assetAssignments.delete': 'An assignment stays in the history of its asset: pages close it.',
  'relationships.list': 'The page of a configuration item shows its relationships.',
  'schools.calendars.create': 'The list of calendars, filtered, shows them, and its form names the school.',
  'schoolYears.calendars.list': 'The list of calendars, filtered, shows them, and its form names the school.',
  'schools.enrollments.list': 'The list of enrollments, filtered, shows them.',
  'schoolYears.enrollments.list': 'The list of enrollments, filtered, shows them.',
  'schoolCalendars.enrollments.list': 'The list of enrollments, filtered, shows them.',
  'schoolCalendars.enrollments.create': 'The form for an enrollment names the calendar.',
  'schools.employmentAssignments.list': 'The page of an employment shows its assignments.',
  'schoolCalendars.employmentAssignments.list': 'The page of an employment shows its assignments.',
  'persons.employmentAssignments.list': 'The page of an employment shows its assignments.',
  'employmentAssignments.list': 'The page of an employment shows its assignments.',
  'employmentAssignments.create': 'The form on the page of an employment makes them.',
  'identities.list': 'An identity is read and changed through the page of its person.',
  'identities.update': 'An identity is read and changed through the page of its person.',
  'contacts.list': 'The page of a person shows all contacts that they have.',
  'persons.contacts.get': 'The page of a person shows all contacts that they have.',
  'persons.identities.contacts.list': 'The page of a person shows all contacts that they have.',
  'persons.identities.contacts.create': 'A contact is added for the name that the person goes by.',
  'persons.contacts.update': 'The page of a person changes a contact by its own address.',
  'persons.contacts.delete': 'The page of a person changes a contact by its own address.',
}
